//! Bars with intervals, as SVG. A chart of this form is a few lines of text, which is less to keep
//! than a drawing library.

use serde::Serialize;

use super::configuration::Configuration;
use crate::metrics::{Interval, Share};

/// A chart of horizontal bars.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// Its file's name without an ending.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// What an end of the axis means.
    pub axis: String,
    /// The bars from the top.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// What it is for.
    pub label: String,
    /// A share from 0 to 1; a bar without one has no length.
    pub value: Option<Interval>,
}

/// The charts of a matrix.
pub(super) fn charts(configurations: &[Configuration<'_>]) -> Vec<Chart> {
    let bars = |value: fn(&Configuration<'_>) -> Option<Interval>| -> Vec<Bar> {
        let bar =
            |known: &Configuration<'_>| Bar { label: known.label.clone(), value: value(known) };
        configurations.iter().map(bar).collect()
    };
    vec![
        Chart {
            name: "plausible-bugs",
            title: "Bugs with a plausible patch".to_owned(),
            axis: "share of bugs, mean over seeds, with 95 % interval over bugs".to_owned(),
            bars: bars(|known| known.mean(|bug| bug.plausible_seeds().value())),
        },
        Chart {
            name: "compile-share",
            title: "Samples that compile".to_owned(),
            axis: "share of drawn samples, with 95 % interval over bugs".to_owned(),
            bars: bars(|known| {
                known.share(|cell| Share::new(cell.samples.compiling, cell.samples.drawn))
            }),
        },
    ]
}

/// Lengths in pixels.
const WIDTH: f64 = 760.0;
const TOP: f64 = 52.0;
const ROW: f64 = 34.0;
const BAR: f64 = 18.0;
/// What the values at the right take.
const VALUES: f64 = 150.0;
/// What a letter of a label takes at most.
const LETTER: f64 = 7.4;
/// The most letters of a label.
const LONGEST: usize = 42;

impl Chart {
    /// The whole file.
    pub fn to_svg(&self) -> String {
        let longest = self.bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or(0);
        let left = (longest as f64 * LETTER + 28.0).clamp(80.0, 340.0);
        let scale = Scale { left, length: WIDTH - VALUES - left, most: self.most() };
        let bottom = TOP + ROW * self.bars.len() as f64;
        let height = bottom + 52.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" \
             font-size=\"13\" fill=\"#1f2d3d\">\n<rect width=\"100%\" height=\"100%\" \
             fill=\"#ffffff\"/>\n<text x=\"16\" y=\"28\" font-size=\"16\" \
             font-weight=\"bold\">{}</text>\n",
            escaped(&self.title)
        );
        svg.push_str(&scale.grid(bottom));
        for (index, bar) in self.bars.iter().enumerate() {
            svg.push_str(&scale.bar(bar, TOP + ROW * (index as f64 + 0.5)));
        }
        svg.push_str(&format!(
            "<text x=\"{left:.1}\" y=\"{:.1}\" font-size=\"12\" fill=\"#5b6770\">{}</text>\n\
             </svg>\n",
            bottom + 40.0,
            escaped(&self.axis)
        ));
        svg
    }

    /// The end of the axis: a round number that no interval reaches beyond.
    fn most(&self) -> f64 {
        let ends = self.bars.iter().filter_map(|bar| bar.value).map(|value| value.high);
        let most = ends.fold(0.0, f64::max);
        [0.1, 0.2, 0.5].into_iter().find(|round| most <= *round).unwrap_or(1.0)
    }
}

/// How many parts the axis has.
const TICKS: usize = 5;

/// From shares to pixels.
struct Scale {
    left: f64,
    length: f64,
    most: f64,
}

impl Scale {
    fn x(&self, share: f64) -> f64 {
        self.left + self.length * (share / self.most).clamp(0.0, 1.0)
    }

    fn grid(&self, bottom: f64) -> String {
        let line = |tick: usize| {
            let share = self.most * tick as f64 / TICKS as f64;
            let (x, top, below) = (self.x(share), TOP - 4.0, bottom + 18.0);
            format!(
                "<line x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" \
                 stroke=\"#dfe3e8\"/>\n<text x=\"{x:.1}\" y=\"{below:.1}\" font-size=\"12\" \
                 text-anchor=\"middle\" fill=\"#5b6770\">{:.0} %</text>\n",
                share * 100.0
            )
        };
        (0..=TICKS).map(line).collect()
    }

    /// A bar around the height `y`, with its label and its value.
    fn bar(&self, bar: &Bar, y: f64) -> String {
        let baseline = y + 4.5;
        let label = format!(
            "<text x=\"{:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\">{}</text>\n",
            self.left - 10.0,
            escaped(&shortened(&bar.label))
        );
        let value_x = WIDTH - VALUES + 14.0;
        let Some(value) = bar.value else {
            return format!(
                "{label}<text x=\"{value_x:.1}\" y=\"{baseline:.1}\" fill=\"#5b6770\">not measured\
                 </text>\n"
            );
        };
        let (end, low, high) = (self.x(value.value), self.x(value.low), self.x(value.high));
        let (top, tick_top, tick_bottom) = (y - BAR / 2.0, y - 5.0, y + 5.0);
        format!(
            "{label}<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{BAR}\" \
             fill=\"#5b8fc7\"/>\n<path d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {tick_top:.1}V\
             {tick_bottom:.1}M{high:.1} {tick_top:.1}V{tick_bottom:.1}\" stroke=\"#1f2d3d\" \
             stroke-width=\"1.4\" fill=\"none\"/>\n<text x=\"{value_x:.1}\" y=\"{baseline:.1}\">\
             {:.1} % [{:.1}, {:.1}]</text>\n",
            self.left,
            end - self.left,
            value.value * 100.0,
            value.low * 100.0,
            value.high * 100.0
        )
    }
}

/// A label that fits beside the bars: of a long one the end, where variants differ.
fn shortened(label: &str) -> String {
    let letters = label.chars().count();
    if letters <= LONGEST {
        return label.to_owned();
    }
    ['…'].into_iter().chain(label.chars().skip(letters + 1 - LONGEST)).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{Bar, Chart, shortened};
    use crate::metrics::Interval;

    fn chart(high: f64) -> Chart {
        let bar = |label: &str, value| Bar { label: label.to_owned(), value };
        Chart {
            name: "c",
            title: "A < B".to_owned(),
            axis: "share".to_owned(),
            bars: vec![
                bar("off", Some(Interval { value: high / 2.0, low: high / 4.0, high })),
                bar("full & more", None),
            ],
        }
    }

    #[test]
    fn a_chart_is_well_formed_and_to_scale() {
        let svg = chart(0.2).to_svg();
        for expected in [
            "A &lt; B",
            "full &amp; more",
            "not measured",
            "10.0 % [5.0, 20.0]",
            // The axis ends where the interval does, at 20 %, and the bar in its middle.
            "x=\"109.4\" y=\"60.0\" width=\"250.3\"",
        ] {
            assert!(svg.contains(expected), "{expected} in {svg}");
        }
        let count = |part: &str| svg.matches(part).count();
        assert_eq!(count("<text"), count("</text>"));
        assert_eq!(count("<rect"), 2);
        assert_eq!(svg, chart(0.2).to_svg());
    }

    #[test]
    fn a_long_label_keeps_its_end() {
        assert_eq!(shortened("full"), "full");
        let short = shortened(&format!("{} full", "m".repeat(50)));
        assert_eq!(short.chars().count(), 42);
        assert!(short.starts_with('…') && short.ends_with(" full"));
    }

    #[test]
    fn the_axis_ends_at_a_round_number() {
        for (high, expected) in [(0.03, 0.1), (0.1, 0.1), (0.3, 0.5), (0.51, 1.0), (1.0, 1.0)] {
            assert_eq!(chart(high).most(), expected);
        }
        assert!(Chart { bars: Vec::new(), ..chart(0.1) }.to_svg().ends_with("</svg>\n"));
    }
}
