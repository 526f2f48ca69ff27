//! An XML file as a tree: POM files, Maven's settings and Surefire's reports are small enough.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// How deep elements may be nested. Deeper ones are not written by any tool we read from.
const DEEPEST_NESTING: usize = 100;

/// An element with what is in it. Names are without their namespace prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// The text directly in it, as it is written, entities resolved.
    pub(crate) text: String,
    pub(crate) children: Vec<Element>,
}

impl Element {
    /// The root element of a document.
    pub(crate) fn parse(document: &str) -> Result<Element, String> {
        let mut reader = Reader::from_str(document);
        let mut open = vec![Element::default()];
        loop {
            let event = reader.read_event().map_err(|error| error.to_string())?;
            match event {
                Event::Start(start) if open.len() < DEEPEST_NESTING => {
                    open.push(Self::from_start(&start)?);
                }
                Event::Start(_) => {
                    return Err(format!("elements are nested deeper than {DEEPEST_NESTING}"));
                }
                Event::Empty(start) => append(&mut open, Self::from_start(&start)?),
                Event::End(_) => {
                    let element = open.pop().unwrap_or_default();
                    append(&mut open, element);
                }
                Event::Text(text) => push_text(&mut open, &text.xml10_content()),
                Event::CData(text) => push_text(&mut open, &text.xml10_content()),
                Event::GeneralRef(reference) => {
                    let character = reference.resolve_char_ref().map_err(|e| e.to_string())?;
                    let name = reference.xml10_content();
                    push_text(&mut open, &resolve(&name, character));
                }
                Event::Eof => break,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
        match <[Element; 1]>::try_from(open) {
            Ok([document]) => {
                document.children.into_iter().next().ok_or_else(|| "it has no element".to_owned())
            }
            Err(_) => Err("it ends inside an element".to_owned()),
        }
    }

    /// The first child of this name.
    pub(crate) fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The children of this name.
    pub(crate) fn children_named<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Element> + 'a {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The trimmed text of the first child of this name.
    pub(crate) fn child_text(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.trim())
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The element as text, without the layout of the document it comes from.
    pub(crate) fn to_xml(&self) -> String {
        let mut xml = format!("<{}", self.name);
        for (name, value) in &self.attributes {
            xml.push_str(&format!(" {name}=\"{}\"", quick_xml::escape::escape(value.as_str())));
        }
        xml.push('>');
        xml.push_str(&quick_xml::escape::escape(self.text.trim()));
        for child in &self.children {
            xml.push_str(&child.to_xml());
        }
        xml.push_str(&format!("</{}>", self.name));
        xml
    }

    fn from_start(start: &BytesStart<'_>) -> Result<Element, String> {
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = attribute
                .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                .map_err(|error| error.to_string())?;
            attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
        }
        let name = start.local_name().as_ref().to_owned();
        Ok(Element { name, attributes, ..Element::default() })
    }
}

fn append(open: &mut [Element], element: Element) {
    if let Some(parent) = open.last_mut() {
        parent.children.push(element);
    }
}

fn push_text(open: &mut [Element], text: &str) {
    if let Some(parent) = open.last_mut() {
        parent.text.push_str(text);
    }
}

/// An entity that only a document type could explain stays as it is written.
fn resolve(name: &str, character: Option<char>) -> String {
    match character {
        Some(character) => character.to_string(),
        None => quick_xml::escape::resolve_predefined_entity(name)
            .map_or_else(|| format!("&{name};"), str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::Element;

    #[test]
    fn entities_cdata_and_attributes_are_resolved() {
        let text = "<?xml version='1.0'?><!-- c --><a:r xmlns:a='u' k='&lt;v&#10;&quot;'>\
                    x &amp; <b/><![CDATA[<y>]]>&#65;&other;</a:r>";
        let root = Element::parse(text).unwrap();
        assert_eq!(root.name, "r");
        assert_eq!(root.attribute("k"), Some("<v\n\""));
        assert_eq!(root.text, "x & <y>A&other;");
        assert!(root.child("b").is_some());
    }

    #[test]
    fn broken_documents_are_errors() {
        let deep = "<a>".repeat(200) + &"</a>".repeat(200);
        for text in ["", "<a>", "<a></b>", "<a k=></a>", "no xml", &deep] {
            assert!(Element::parse(text).is_err(), "{text}");
        }
    }
}
