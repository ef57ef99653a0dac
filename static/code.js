// Code is coloured by ranges over its text, which stays as it is for whoever copies it or hears it read.
const TOKENS = new RegExp([
  /(?<comment>(?<![^\s;])(?:\/\/|#(?!\w*[{;])|-- )[^\n]*|\/\*[^]*?\*\/|<!--[^]*?-->)/,
  /(?<string>"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*'|`[^`]*`)/,
  /(?<number>\b\d[\d_]*(?:\.\d+)?\b)/,
  /(?<word>\b(?:and|as|async|await|break|case|catch|class|const|def|do|elif|else|except|export|false|finally|fn|for|from|function)\b)/,
  /(?<more>\b(?:if|import|in|is|lambda|let|new|none|not|null|or|pass|public|raise|return|static|struct|throw|true|try|type|var|void|while|with|yield)\b)/,
  /(?<query>\b(?:select|insert|update|delete|where|join|on|group|order|by|into|values|set|create|table)\b)/,
].map(({ source }) => source).join("|"), "gi");
export function paint(text) {
  if (!window.Highlight || text?.nodeType !== Node.TEXT_NODE || text.length > 50000) return;
  for (const token of text.data.matchAll(TOKENS)) {
    const kind = Object.keys(token.groups).find((name) => token.groups[name]);
    const name = `code-${kind === "more" || kind === "query" ? "word" : kind}`;
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    CSS.highlights.get(name).add(new StaticRange({
      startContainer: text, startOffset: token.index, endContainer: text, endOffset: token.index + token[0].length,
    }));
  }
}
