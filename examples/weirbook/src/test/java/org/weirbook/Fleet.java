package org.weirbook;

import org.weirbook.cargo.Commodity;
import org.weirbook.cargo.Consignment;
import org.weirbook.craft.DredgePunt;
import org.weirbook.craft.Freighter;
import org.weirbook.craft.PacketBoat;
import org.weirbook.waterway.LockChamber;
import org.weirbook.waterway.Reach;
import org.weirbook.waterway.Waterway;

/** Craft and a canal for the tests. */
public final class Fleet {

  private Fleet() {}

  public static Freighter freighter(String mark) {
    return new Freighter(mark, "Patient Hester", 82, 18, 40);
  }

  public static PacketBoat packet(String mark) {
    return new PacketBoat(mark, "Quick Wagtail", 66, 14, 24, true);
  }

  public static DredgePunt punt(String mark) {
    return new DredgePunt(mark, "Mudlark", 60, 10);
  }

  public static Consignment slate(String waybill, int tons) {
    return new Consignment(waybill, Commodity.SLATE, tons, false);
  }

  /** Four wharves; locks below the second and the last one. */
  public static Waterway canal() {
    return new Waterway("Saltmouth")
        .extend(new Reach("Tidal Cut", 60, 70), new LockChamber("Eelgate", 84, 44), "Eelgate Wharf")
        .extend(new Reach("Long Pound", 200, 58), "Withy Bridge")
        .extend(new Reach("Summit", 120, 52), new LockChamber("Cold Tap", 84, 36), "Hollin Head");
  }
}
