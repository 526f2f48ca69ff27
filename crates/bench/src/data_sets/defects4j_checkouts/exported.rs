//! Properties that only Defects4J's build knows.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::checkout::Checkout;
use crate::error::BenchError;

/// Where the files with exported properties are.
const EXPORTED: &str = ".patchwright/defects4j";

impl Checkout<'_> {
    /// The lines of a property, from the file that it was exported to. `defects4j` is asked once.
    pub(super) fn exported_lines(&self, property: &str) -> Result<Vec<String>, BenchError> {
        let folder = self.path.join(EXPORTED);
        let file = folder.join(property);
        if !file.is_file() {
            fs::create_dir_all(&folder).map_err(BenchError::file("create", &folder))?;
            let partial = folder.join(format!("{property}.partial"));
            self.export(property, &partial)?;
            fs::rename(&partial, &file).map_err(BenchError::file("rename", &partial))?;
        }
        let text = fs::read_to_string(&file).map_err(BenchError::file("read", &file))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(lines.map(str::to_owned).collect())
    }

    /// Asks Defects4J, which compiles the program for some properties.
    fn export(&self, property: &str, file: &Path) -> Result<(), BenchError> {
        let checkout = self.path.display();
        let fail = |reason: String| {
            let target = self.path.join(EXPORTED).join(property);
            BenchError::LayOut(format!(
                "`{checkout}`: the property `{property}` could not be exported: {reason}; \
                 put `defects4j` on the search path, or export it yourself with \
                 `defects4j export -p {property} -o {}`",
                target.display()
            ))
        };
        let output = Command::new(self.command)
            .args(["export", "-p", property, "-w"])
            .arg(&self.path)
            .arg("-o")
            .arg(file)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    fail(format!("there is no program `{}`", self.command.display()))
                }
                _ => fail(error.to_string()),
            })?;
        if output.status.success() && file.is_file() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(fail(format!("{}: {}", output.status, said.trim())))
    }
}
