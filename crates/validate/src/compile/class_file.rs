//! What of a class other classes can see, read from its class file.
//!
//! A patch inside a method body changes nothing of it, and then only the patched file has to be
//! compiled. Names, types, modifiers, constants (which the compiler copies into other classes),
//! exceptions and generic signatures count; private and synthetic members and all code do not.
//! The format is that of the Java Virtual Machine Specification, chapter 4.

use std::fs;
use std::path::{Path, PathBuf};

use task::Digest;
use walkdir::WalkDir;

const PRIVATE: u16 = 0x0002;
const SYNTHETIC: u16 = 0x1000;

/// The outside of a class.
#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// A local or anonymous class: nothing outside of its method can name it.
    Hidden,
    /// What can be seen of it.
    Visible(Digest),
}

/// Whether the classes in the folder `new` look different from outside than the same classes in
/// the folder `old`, or are others. A file that cannot be read counts as different.
pub(crate) fn shape_changed(new: &Path, old: &Path) -> bool {
    let files = class_files(new);
    let differs = |file: &PathBuf| {
        let shape = shape_of_file(&new.join(file));
        shape != Some(Shape::Hidden) && (shape.is_none() || shape != shape_of_file(&old.join(file)))
    };
    files.iter().any(differs)
        || files.iter().filter(|file| is_top_level(file)).any(|file| lost_a_class(file, new, old))
}

/// Whether a class nested in the class of `file` is in the folder `old` only.
fn lost_a_class(file: &Path, new: &Path, old: &Path) -> bool {
    let folder = file.parent().unwrap_or(Path::new(""));
    let Some(name) = file.file_stem().and_then(|name| name.to_str()) else { return true };
    let Ok(entries) = fs::read_dir(old.join(folder)) else { return false };
    entries.flatten().any(|entry| {
        let entry_name = entry.file_name().to_string_lossy().into_owned();
        let nested = entry_name.strip_prefix(name).is_some_and(|rest| rest.starts_with('$'));
        nested
            && !new.join(folder).join(&entry_name).exists()
            && shape_of_file(&entry.path()) != Some(Shape::Hidden)
    })
}

/// Whether each class file in the folder `new` is byte for byte the one that the first of the folders
/// `class_path` with such a file holds. What cannot be read is not the same.
pub(crate) fn same_classes(new: &Path, class_path: &[&Path]) -> bool {
    class_files(new).iter().all(|class| {
        let old = class_path.iter().find_map(|folder| fs::read(folder.join(class)).ok());
        fs::read(new.join(class)).is_ok_and(|new| Some(new) == old)
    })
}

fn is_top_level(file: &Path) -> bool {
    file.file_stem().is_some_and(|name| !name.to_string_lossy().contains('$'))
}

/// The class files below a folder, by their paths below it, in order.
pub(crate) fn class_files(folder: &Path) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    entries
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "class"))
        .filter_map(|entry| entry.path().strip_prefix(folder).ok().map(Path::to_owned))
        .collect()
}

fn shape_of_file(file: &Path) -> Option<Shape> {
    shape(&fs::read(file).ok()?)
}

fn shape(class_file: &[u8]) -> Option<Shape> {
    let mut reader = Reader { bytes: class_file };
    reader.take(8)?;
    let constants = Constants::read(&mut reader)?;
    let mut pieces = vec![reader.take(2)?.to_vec()];
    let this_class = reader.u16()?;
    pieces.push(constants.resolve(this_class)?);
    pieces.push(constants.resolve(reader.u16()?)?);
    pieces.push(constants.list(&mut reader)?);
    for _ in 0..2 {
        let mut members = members(&mut reader, &constants)?;
        // The order of members means nothing to others.
        members.sort();
        pieces.push(members.concat());
    }
    for _ in 0..reader.u16()? {
        let (name, mut content) = attribute(&mut reader, &constants)?;
        match name.as_slice() {
            b"EnclosingMethod" => return Some(Shape::Hidden),
            b"Signature" => pieces.push(constants.resolve(content.u16()?)?),
            b"PermittedSubclasses" => pieces.push(constants.list(&mut content)?),
            b"InnerClasses" => {
                pieces.push(nested_classes(&mut content, &constants, this_class)?);
            }
            _ => {}
        }
    }
    Some(Shape::Visible(Digest::of(pieces.iter().map(Vec::as_slice))))
}

/// Fields or methods, each as one text.
fn members(reader: &mut Reader<'_>, constants: &Constants<'_>) -> Option<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for _ in 0..reader.u16()? {
        let flags = reader.u16()?;
        let mut text = flags.to_be_bytes().to_vec();
        text.extend(constants.resolve(reader.u16()?)?);
        text.push(b' ');
        text.extend(constants.resolve(reader.u16()?)?);
        for _ in 0..reader.u16()? {
            let (name, mut content) = attribute(reader, constants)?;
            match name.as_slice() {
                b"ConstantValue" | b"Signature" => text.extend(constants.resolve(content.u16()?)?),
                b"Exceptions" => text.extend(constants.list(&mut content)?),
                b"AnnotationDefault" => text.extend(content.bytes),
                _ => {}
            }
        }
        text.push(b'\n');
        if flags & (PRIVATE | SYNTHETIC) == 0 {
            found.push(text);
        }
    }
    Some(found)
}

/// The names and modifiers of the classes that are members of this one; the attribute also lists
/// those that its code uses.
fn nested_classes(
    content: &mut Reader<'_>,
    constants: &Constants<'_>,
    this_class: u16,
) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    for _ in 0..content.u16()? {
        let (inner, outer) = (content.u16()?, content.u16()?);
        let (_name, flags) = (content.u16()?, content.u16()?);
        if outer == this_class && flags & PRIVATE == 0 {
            text.extend(constants.resolve(inner)?);
            text.extend(flags.to_be_bytes());
        }
    }
    Some(text)
}

fn attribute<'a>(
    reader: &mut Reader<'a>,
    constants: &Constants<'_>,
) -> Option<(Vec<u8>, Reader<'a>)> {
    let name = constants.resolve(reader.u16()?)?;
    let length = u32::from_be_bytes(reader.take(4)?.try_into().ok()?);
    Some((name, Reader { bytes: reader.take(length as usize)? }))
}

/// The constant pool: each entry's tag and content.
struct Constants<'a>(Vec<(u8, &'a [u8])>);

impl<'a> Constants<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let count = usize::from(reader.u16()?);
        let mut entries: Vec<(u8, &[u8])> = vec![(0, &[])];
        while entries.len() < count {
            let tag = *reader.take(1)?.first()?;
            let length = match tag {
                1 => usize::from(reader.u16()?),
                3 | 4 | 9..=12 | 17 | 18 => 4,
                5 | 6 => 8,
                7 | 8 | 16 | 19 | 20 => 2,
                15 => 3,
                _ => return None,
            };
            entries.push((tag, reader.take(length)?));
            // A long or double takes two numbers.
            if matches!(tag, 5 | 6) {
                entries.push((0, &[]));
            }
        }
        Some(Self(entries))
    }

    /// The text or number that an index stands for; 0 stands for nothing.
    fn resolve(&self, index: u16) -> Option<Vec<u8>> {
        let (tag, content) = *self.0.get(usize::from(index))?;
        match tag {
            7 | 8 | 16 | 19 | 20 => {
                let inner = u16::from_be_bytes(content.try_into().ok()?);
                let (inner_tag, text) = *self.0.get(usize::from(inner))?;
                (inner_tag == 1).then(|| text.to_vec())
            }
            _ => Some(content.to_vec()),
        }
    }

    /// A counted list of indices.
    fn list(&self, reader: &mut Reader<'_>) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        for _ in 0..reader.u16()? {
            text.extend(self.resolve(reader.u16()?)?);
            text.push(b',');
        }
        Some(text)
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }
}

#[cfg(test)]
mod tests;
