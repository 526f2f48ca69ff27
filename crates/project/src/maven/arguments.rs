//! Arguments that every run of Maven gets.

use std::ffi::OsString;

/// Plain text, no questions, and no line for each downloaded file.
const TALK: [&str; 3] = [
    "-B",
    "-Dstyle.color=never",
    "-Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn",
];

/// Switches checks off that say nothing about whether a program compiles or passes its tests. Some
/// of them cannot work in a copy (no version control there), others would refuse a patch for its
/// layout.
const NO_STYLE_CHECKS: [&str; 10] = [
    "-Dcheckstyle.skip=true",
    "-Dpmd.skip=true",
    "-Dcpd.skip=true",
    "-Dspotbugs.skip=true",
    "-Drat.skip=true",
    "-Dlicense.skip=true",
    "-Dspotless.check.skip=true",
    "-Danimal.sniffer.skip=true",
    "-Dforbiddenapis.skip=true",
    "-Dmaven.gitcommitid.skip=true",
];

/// The arguments that every run begins with.
pub(super) fn common_arguments() -> Vec<OsString> {
    TALK.iter().chain(&NO_STYLE_CHECKS).map(OsString::from).collect()
}

/// A system property with a value that need not be UTF-8.
pub(super) fn property(name: &str, value: impl Into<OsString>) -> OsString {
    let mut argument = OsString::from(format!("-D{name}="));
    argument.push(value.into());
    argument
}
