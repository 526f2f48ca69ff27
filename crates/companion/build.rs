//! `include_dir` notices a changed file but not a new one; this line makes Cargo look at the folder.

fn main() {
    println!("cargo::rerun-if-changed=../../companion");
}
