//! From the tree of the grammar to flat lists.
//!
//! One walk in the order of the text with a cursor and two stacks of our own. Recursion would be
//! shorter, but a file can nest deeper than a thread's stack is.

use task::Span;
use tree_sitter::{Node, Tree};

use crate::{Declaration, DeclarationId, DeclarationKind, Statement};

/// What the walk finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) package: Option<Span>,
    pub(crate) imports: Vec<Span>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) broken: bool,
}

pub(crate) fn collect(tree: &Tree) -> Found {
    let mut found = Found { broken: tree.root_node().has_error(), ..Found::default() };
    // For each node between the root and the cursor: its kind, and the declaration it lies in.
    let mut path: Vec<(&str, Option<DeclarationId>)> = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let (parent_kind, owner) = path.last().copied().unwrap_or(("", None));
        let inner_owner = found.visit(node, parent_kind, owner);
        if cursor.goto_first_child() {
            path.push((node.kind(), inner_owner));
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
            path.pop();
        }
    }
}

impl Found {
    /// Notes what a node is; gives back the declaration that its children lie in.
    fn visit(
        &mut self,
        node: Node<'_>,
        parent_kind: &str,
        owner: Option<DeclarationId>,
    ) -> Option<DeclarationId> {
        match node.kind() {
            "package_declaration" => self.package = self.package.or(Some(span_of(node))),
            "import_declaration" => self.imports.push(span_of(node)),
            kind if is_statement(kind, parent_kind) => self.statements.push(statement(node)),
            _ => {}
        }
        let Some(kind) = declaration_kind(node, parent_kind) else { return owner };
        self.declarations.push(declaration(node, kind, owner));
        Some(DeclarationId(self.declarations.len() - 1))
    }
}

fn declaration_kind(node: Node<'_>, parent_kind: &str) -> Option<DeclarationKind> {
    use DeclarationKind as Kind;
    Some(match node.kind() {
        "class_declaration" => Kind::Class,
        "interface_declaration" => Kind::Interface,
        "enum_declaration" => Kind::Enum,
        "record_declaration" => Kind::Record,
        "annotation_type_declaration" => Kind::AnnotationType,
        "enum_constant" => Kind::EnumConstant,
        "field_declaration" | "constant_declaration" => Kind::Field,
        "method_declaration" => Kind::Method,
        "constructor_declaration" => Kind::Constructor,
        "compact_constructor_declaration" => Kind::CompactConstructor,
        "annotation_type_element_declaration" => Kind::AnnotationElement,
        "static_initializer" => Kind::Initializer,
        "block" if matches!(parent_kind, "class_body" | "enum_body_declarations") => {
            Kind::Initializer
        }
        "object_creation_expression" if child_of_kind(node, "class_body").is_some() => {
            Kind::AnonymousClass
        }
        _ => return None,
    })
}

fn declaration(
    node: Node<'_>,
    kind: DeclarationKind,
    parent: Option<DeclarationId>,
) -> Declaration {
    let span = span_of(node);
    let (names, header_end, body) = match kind {
        DeclarationKind::Field => field_parts(node),
        _ => {
            let body = body_of(node, kind);
            let header_end = body.map(|body| end_before(node, body));
            (node.child_by_field_name("name").into_iter().collect(), header_end, body)
        }
    };
    Declaration {
        kind,
        parent,
        names: names.into_iter().map(span_of).collect(),
        span,
        header: Span::new(span.start, header_end.unwrap_or(span.end)),
        body: body.map(span_of),
    }
}

/// The names of a field declaration; and, if it declares a single field with an initial value,
/// where the header ends, and the value.
fn field_parts(node: Node<'_>) -> (Vec<Node<'_>>, Option<usize>, Option<Node<'_>>) {
    let mut cursor = node.walk();
    let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
    let names = declarators.iter().filter_map(|one| one.child_by_field_name("name")).collect();
    let [single] = declarators[..] else { return (names, None, None) };
    let Some(value) = single.child_by_field_name("value") else { return (names, None, None) };
    let last = single.child_by_field_name("dimensions").or(single.child_by_field_name("name"));
    (names, last.map(|last| last.end_byte()), Some(value))
}

fn body_of(node: Node<'_>, kind: DeclarationKind) -> Option<Node<'_>> {
    match kind {
        DeclarationKind::AnonymousClass => child_of_kind(node, "class_body"),
        DeclarationKind::Initializer if node.kind() == "block" => Some(node),
        DeclarationKind::Initializer => child_of_kind(node, "block"),
        _ => node.child_by_field_name("body"),
    }
}

/// Where the last child before `part` ends, comments aside, or else where `node` starts. (Asking
/// for the previous sibling would walk down from the root each time.)
fn end_before(node: Node<'_>, part: Node<'_>) -> usize {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .take_while(|child| child.end_byte() <= part.start_byte())
        .filter(|child| !child.is_extra())
        .last()
        .map_or(node.start_byte(), |child| child.end_byte())
}

fn is_statement(kind: &str, parent_kind: &str) -> bool {
    match kind {
        "assert_statement"
        | "break_statement"
        | "continue_statement"
        | "do_statement"
        | "enhanced_for_statement"
        | "explicit_constructor_invocation"
        | "expression_statement"
        | "for_statement"
        | "if_statement"
        | "labeled_statement"
        | "return_statement"
        | "synchronized_statement"
        | "throw_statement"
        | "try_statement"
        | "try_with_resources_statement"
        | "while_statement"
        | "yield_statement" => true,
        "local_variable_declaration" => parent_kind != "for_statement",
        // The grammar has one node for the statement and the expression; only the parent tells.
        "switch_expression" => matches!(
            parent_kind,
            "block" | "constructor_body" | "labeled_statement" | "switch_block_statement_group"
        ),
        _ => false,
    }
}

fn statement(node: Node<'_>) -> Statement {
    let span = span_of(node);
    let nested = match node.kind() {
        "labeled_statement" => node.named_child(1),
        _ => node.child_by_field_name("consequence").or(node.child_by_field_name("body")),
    };
    let head_end = match nested {
        Some(nested) if node.kind() != "do_statement" => end_before(node, nested),
        _ => span.end,
    };
    Statement { span, head: Span::new(span.start, head_end) }
}

fn child_of_kind<'tree>(node: Node<'tree>, kind: &str) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}

fn span_of(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}
