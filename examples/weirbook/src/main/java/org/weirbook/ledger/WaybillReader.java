package org.weirbook.ledger;

import java.util.ArrayList;
import java.util.List;
import org.weirbook.cargo.Commodity;
import org.weirbook.cargo.Consignment;

/**
 * Reads a sheet of waybills, one a line: {@code K-17 | slt | 12} or {@code K-18 | osr | 3 | seal}.
 * Empty lines and those that start with a star are passed over.
 */
public final class WaybillReader {

  private static final String REMARK = "*";
  private static final String SEAL = "seal";

  private WaybillReader() {}

  public static List<Consignment> read(String sheet) throws WaybillException {
    List<Consignment> consignments = new ArrayList<>();
    int number = 0;
    for (String line : sheet.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith(REMARK)) {
        continue;
      }
      consignments.add(consignment(number, line));
    }
    return consignments;
  }

  private static Consignment consignment(int number, String line) throws WaybillException {
    String[] fields = line.split("\\|");
    if (fields.length < 3 || fields.length > 4) {
      throw new WaybillException(number, "has " + fields.length + " fields");
    }
    String code = fields[1].strip();
    Commodity commodity =
        Commodity.ofCode(code)
            .orElseThrow(() -> new WaybillException(number, "unknown commodity " + code));
    int tons = tons(number, fields[2].strip());
    boolean sealed = fields.length == 4 && fields[3].strip().equals(SEAL);
    return new Consignment(fields[0].strip(), commodity, tons, sealed);
  }

  private static int tons(int number, String field) throws WaybillException {
    try {
      int tons = Integer.parseInt(field);
      if (tons > 0) {
        return tons;
      }
    } catch (NumberFormatException notANumber) {
      throw new WaybillException(number, "no weight: " + field);
    }
    throw new WaybillException(number, "weight must be positive: " + field);
  }
}
