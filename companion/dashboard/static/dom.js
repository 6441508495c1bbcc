// Builds the page from plain descriptions and changes only what differs, so that focus, pressed
// fingers and running animations survive a new view.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set(["svg", "path", "circle", "g", "rect", "title"]);

/** A description of an element. Children may be nested lists, text, numbers; null and false are skipped. */
export function h(tag, attributes, ...children) {
  return { tag, key: attributes?.key, attributes: attributes ?? {}, children: children.flat(Infinity).filter(shown) };
}

function shown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** Make `parent` show `children`. */
export function patch(parent, children) {
  const before = [...parent.childNodes];
  const keyed = new Map(before.filter((node) => node.hKey !== undefined).map((node) => [node.hKey, node]));
  const loose = before.filter((node) => node.hKey === undefined);
  let at = parent.firstChild;
  for (const child of children.flat(Infinity).filter(shown)) {
    const node = reuse(child, keyed, loose) ?? make(child);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    if (typeof child === "object") update(node, child);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function reuse(child, keyed, loose) {
  if (typeof child !== "object") {
    const at = loose.findIndex((node) => node.nodeType === 3);
    if (at < 0) return null;
    const [node] = loose.splice(at, 1);
    if (node.data !== String(child)) node.data = String(child);
    return node;
  }
  if (child.key !== undefined) {
    const node = keyed.get(child.key);
    if (node?.localName !== child.tag) return null;
    keyed.delete(child.key);
    return node;
  }
  const at = loose.findIndex((node) => node.localName === child.tag);
  return at < 0 ? null : loose.splice(at, 1)[0];
}

function make(child) {
  if (typeof child !== "object") return document.createTextNode(String(child));
  const node = DRAWN.has(child.tag) ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node.hKey = child.key;
  return node;
}

function update(node, { attributes, children }) {
  const old = node.hAttributes ?? {};
  for (const name of Object.keys(old)) if (!(name in attributes)) set(node, name, null);
  for (const [name, value] of Object.entries(attributes)) {
    if (old[name] !== value || name === "value" || name === "checked") set(node, name, value);
  }
  node.hAttributes = attributes;
  if (!attributes.own) patch(node, children);
}

function set(node, name, value) {
  if (name === "key" || name === "own") return;
  // A handler that returns false would cancel the event: what ours return means nothing.
  if (name.startsWith("on")) node[name] = value && ((event) => void value(event));
  else if (name === "vars") for (const [key, to] of Object.entries(value ?? {})) node.style.setProperty(key, to);
  else if (name === "value") setValue(node, value);
  else if (name === "checked") node.checked = Boolean(value);
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

/** A field that somebody is typing in keeps what is typed. */
function setValue(node, value) {
  if (document.activeElement !== node || node.tagName === "SELECT") node.value = value ?? "";
}
