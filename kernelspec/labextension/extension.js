/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C in JupyterLab: a language for the cells of Warpcell and for .cu files, an entry for a new file in the launcher, a panel
 * with the variables of the notebook's session, the errors of a cell while it is written, and, while the debugger has something stopped, values where the mouse is.
 *
 * This is the container of a prebuilt extension, written as JupyterLab loads it (webpack's module federation: `init` receives
 * the shared packages, `get` gives a module), so that no build is needed. It uses JupyterLab's own packages only. */
'use strict';

(() => {
  const words = text => new Set(text.trim().split(/\s+/));

  const KEYWORDS = words(`alignas alignof asm auto break case catch const const_cast constexpr continue decltype default delete do
    dynamic_cast else enum explicit export extern for friend goto if inline mutable namespace new noexcept operator private
    protected public register reinterpret_cast restrict return sizeof static static_assert static_cast struct switch template
    this thread_local throw try typedef typeid typename union using virtual volatile while`);
  const TYPES = words(`bool char double float int long short signed unsigned void wchar_t size_t int8_t int16_t int32_t int64_t
    uint8_t uint16_t uint32_t uint64_t dim3 half nv_bfloat16 cudaError_t cudaStream_t cudaEvent_t`);
  const VECTOR = /^(u?(char|short|int|long|longlong)|float|double)[1-4]$/;
  const SPACES = words('__global__ __device__ __host__ __constant__ __shared__ __managed__ __restrict__ __launch_bounds__ ' +
    '__forceinline__ __noinline__ __grid_constant__ __cluster_dims__ __maxnreg__');
  const BUILTINS = words('threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __threadfence printf assert');
  const ATOMS = words('true false nullptr NULL');

  /* `device float x[n];`: a keyword only where a declaration starts. */
  const declares = stream => stream.match(/^\s+(const\s+|unsigned\s+|signed\s+|struct\s+)?[A-Za-z_][\w:]*[\s*&]+[A-Za-z_]/, false);

  function word(stream) {
    stream.match(/^\w+/);
    const text = stream.current();
    if (SPACES.has(text)) return 'modifier';
    if (KEYWORDS.has(text)) return 'keyword';
    if (ATOMS.has(text)) return 'atom';
    if (TYPES.has(text) || VECTOR.test(text)) return 'type';
    if (BUILTINS.has(text) || /^(atomic[A-Z]|__\w+_sync$|__\w+$|cuda[A-Z])/.test(text)) return 'builtin';
    if ((text === 'device' || text === 'managed') && declares(stream)) return 'modifier';
    return stream.match(/^\s*<<</, false) ? 'def' : 'variable';
  }

  function comment(stream, state) {
    state.comment = !stream.match(/^.*?\*\//);
    if (state.comment) stream.skipToEnd();
    return 'comment';
  }

  /* What begins a line: a magic, a shell command, a directive of the preprocessor. Operators' purple can be read in both themes;
   * that of 'meta' has a contrast of 3.4:1 in the dark one. */
  function line(stream) {
    if (stream.match(/^%%?\w*/)) return 'operator';
    if (stream.match(/^[!?]/)) {
      stream.skipToEnd();
      return 'operator';
    }
    return stream.match(/^#\s*\w*/) ? 'operator' : null;
  }

  const parser = {
    name: 'cuda',
    startState: () => ({ comment: false, include: false }),
    token(stream, state) {
      if (state.comment) return comment(stream, state);
      if (stream.sol()) state.include = false;
      if (stream.eatSpace()) return null;
      if (!stream.string.slice(0, stream.pos).trim()) {
        const style = line(stream);
        state.include = style && /include$/.test(stream.current());
        if (style) return style;
      }
      if (stream.match('//')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match('/*')) return comment(stream, state);
      if (state.include && stream.match(/^<[^>]*>?/)) return 'string';
      if (stream.match(/^"(\\.|[^"\\])*"?/) || stream.match(/^'(\\.|[^'\\])*'?/)) return 'string';
      if (stream.match(/^(0[xX][\da-fA-F']+|0[bB][01']+|(\d[\d']*\.?\d*|\.\d+)([eE][+-]?\d+)?)\w*/)) return 'number';
      if (stream.match('<<<') || stream.match('>>>')) return 'keyword';
      if (stream.match(/^[A-Za-z_]/, false)) return word(stream);
      if (stream.match(/^[-+*\/%=<>!&|^~?:]+/)) return 'operator';
      stream.next();
      return 'punctuation'; /* a token, or JupyterLab would offer all names behind a `.` */
    },
    languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } }, closeBrackets: { brackets: ['(', '[', '{', '"'] } }
  };

  let shared;
  /* The only version that JupyterLab provides of one of its packages. */
  const load = async name => {
    const versions = shared[name];
    return (await versions[Object.keys(versions)[0]].get())();
  };

  async function makePlugin() {
    const [language, codemirror, codeeditor, launcher] = await Promise.all(
      ['@codemirror/language', '@jupyterlab/codemirror', '@jupyterlab/codeeditor', '@jupyterlab/launcher'].map(load));
    return {
      id: 'warpcell:cuda',
      description: 'CUDA C in cells and files.',
      autoStart: true,
      requires: [codemirror.IEditorLanguageRegistry, codeeditor.IEditorServices],
      optional: [launcher.ILauncher],
      activate: (app, languages, services, start) => {
        languages.addLanguage({
          name: 'CUDA', displayName: 'CUDA C', mime: ['text/x-cuda'], extensions: ['cu', 'cuh'],
          support: new language.LanguageSupport(language.StreamLanguage.define(parser))
        });
        /* The kernel says C++, so that its cells are coloured without this extension too. */
        const types = services.mimeTypeService, original = types.getMimeTypeByLanguage.bind(types);
        types.getMimeTypeByLanguage = info => info && info.name === 'cuda' ? 'text/x-cuda' : original(info);
        if (start)
          start.add({ command: 'fileeditor:create-new', category: 'Other', rank: 3,
                      args: { fileExt: 'cu', iconName: 'ui-components:text-editor', launcherLabel: 'CUDA File', paletteLabel: 'New CUDA File' } });
      }
    };
  }

  /* ---- variables ---- */

  const bytes = n => {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let k = 0;
    for (; n >= 1023.95 && k < units.length - 1; k++) n /= 1024;
    return `${k ? n.toFixed(1) : n} ${units[k]}`;
  };

  const element = (name, style, text) => {
    const node = document.createElement(name);
    node.style.cssText = style;
    if (text !== undefined) node.textContent = text;
    return node;
  };

  const QUIET = { silent: true, store_history: false, allow_stdin: false, stop_on_error: false };
  const CELL = 'padding:2px 8px 2px 0;text-align:left;vertical-align:top;white-space:nowrap';
  const LINE = 'border-bottom:1px solid var(--jp-border-color2)';

  /* One session's variables as the kernel lists them, `%vars --json`; null: the session has another language, or has ended. */
  async function variablesOf(kernel) {
    const spec = kernel && await kernel.spec;
    if (!spec || spec.language !== 'cuda') return null;
    const future = kernel.requestExecute({ ...QUIET, code: '', user_expressions: { variables: '%vars --json' } });
    const reply = await future.done;
    const found = reply.content.status === 'ok' && reply.content.user_expressions.variables;
    return found && found.status === 'ok' ? JSON.parse(found.data['text/plain']) : null;
  }

  /* A panel at the side: a table of the variables; a click on one shows it below. */
  class Variables {
    constructor(Widget, rendermime) {
      this.rendermime = rendermime;
      this.widget = new Widget();
      this.widget.id = 'warpcell-variables';
      this.widget.title.caption = 'Variables of the CUDA C session';
      this.widget.node.style.cssText = 'overflow:auto;padding:8px 12px;background:var(--jp-layout-color1);' +
        'color:var(--jp-ui-font-color1);font-size:var(--jp-ui-font-size1)';
      this.kernel = null;
      this.chosen = null;
      this.listening = (_, args) => this.message(args);
      this.widget.onAfterShow = () => this.update();
      this.draw(null);
    }

    /* The kernel whose variables are shown. */
    follow(kernel) {
      if (kernel === this.kernel) return;
      if (this.kernel && !this.kernel.isDisposed) this.kernel.anyMessage.disconnect(this.listening);
      this.kernel = kernel;
      this.chosen = null;
      if (kernel) kernel.anyMessage.connect(this.listening);
      this.update();
    }

    /* A cell has ended: anybody's, but not a request of this panel, which counts no cell. */
    message({ direction, msg }) {
      if (direction === 'recv' && msg.header.msg_type === 'execute_reply' && msg.content.execution_count !== this.count) {
        this.count = msg.content.execution_count;
        this.update();
      }
    }

    async update() {
      const kernel = this.kernel;
      if (!this.widget.isVisible) return;
      const listed = await variablesOf(kernel).catch(() => null);
      if (kernel === this.kernel) this.draw(listed);
    }

    draw(listed) {
      const node = this.widget.node, variables = listed ? listed.variables : [];
      node.replaceChildren(element('div', 'font-weight:600;margin-bottom:6px', 'Variables'));
      if (listed && listed.device)
        node.append(element('div', 'margin-bottom:6px', `${listed.device}, ${bytes(listed.used)} of ${bytes(listed.total)}`));
      if (!variables.length) {
        node.append(element('div', 'color:var(--jp-ui-font-color2)', listed ? 'No variables yet.' : 'No CUDA C session.'));
        return;
      }
      const table = element('table', 'border-collapse:collapse;font-size:inherit;width:100%'), head = element('tr', '');
      for (const title of ['name', 'type', 'size'])
        head.append(element('th', `${CELL};${LINE};font-weight:600${title === 'size' ? ';text-align:right' : ''}`, title));
      table.append(head);
      for (const v of variables) table.append(this.row(v));
      this.value = element('div', 'margin-top:10px;overflow:auto');
      node.append(table, this.value);
      const again = variables.find(v => v.name === this.chosen);
      if (again) this.show(again);
    }

    row(v) {
      const row = element('tr', 'cursor:pointer'), name = element('td', CELL);
      const button = element('button', 'border:0;padding:0;background:none;cursor:pointer;color:var(--jp-content-link-color);' +
                             'font:inherit;font-family:var(--jp-code-font-family)', v.name);
      name.append(button);
      row.title = v.value;
      const type = element('td', `${CELL};white-space:normal`);
      type.append(element('div', 'font-family:var(--jp-code-font-family)', v.type),
                  element('div', 'color:var(--jp-ui-font-color2)', v.where));
      row.append(name, type, element('td', `${CELL};text-align:right`, bytes(v.bytes)));
      row.onclick = () => this.show(v);
      return row;
    }

    /* What a cell with the variable's name would show, as the kernel describes it. */
    async show(v) {
      const place = this.value, kernel = this.kernel;
      this.chosen = v.name;
      const reply = await kernel.requestInspect({ code: v.name, cursor_pos: v.name.length, detail_level: 1 });
      if (place !== this.value || this.chosen !== v.name || !reply.content.found) return;
      const data = reply.content.data, type = this.rendermime.preferredMimeType(data, 'ensure');
      const output = this.rendermime.createRenderer(type);
      await output.renderModel(this.rendermime.createModel({ data, metadata: {}, trusted: false }));
      place.replaceChildren(output.node);
    }
  }

  async function makeVariables() {
    const [notebook, rendermime, lumino, ui] = await Promise.all(
      ['@jupyterlab/notebook', '@jupyterlab/rendermime', '@lumino/widgets', '@jupyterlab/ui-components'].map(load));
    return {
      id: 'warpcell:variables',
      description: 'The variables of a CUDA C session.',
      autoStart: true,
      requires: [notebook.INotebookTracker, rendermime.IRenderMimeRegistry],
      activate: (app, notebooks, mime) => {
        const panel = new Variables(lumino.Widget, mime);
        panel.widget.title.icon = ui.tableRowsIcon;
        const follow = () => {
          const current = notebooks.currentWidget;
          panel.follow(current ? current.sessionContext.session?.kernel || null : null);
        };
        app.shell.add(panel.widget, 'right', { rank: 900, type: 'Variables' });
        notebooks.currentChanged.connect(follow);
        notebooks.widgetAdded.connect((_, added) => added.sessionContext.kernelChanged.connect(follow));
        notebooks.widgetAdded.connect((_, added) => added.sessionContext.ready.then(() => {
          const kernel = added.sessionContext.session?.kernel;
          if (kernel) kernel.spec.then(spec => spec?.language === 'cuda' && addButton(app, lumino.Widget, added, panel));
          follow();
        }));
      }
    };
  }

  /* In the toolbar of a notebook: shows the panel. */
  function addButton(app, Widget, added, panel) {
    const widget = new Widget(), button = element('button', 'padding:0 8px;border:0;background:none;cursor:pointer;' +
                                                  'color:var(--jp-ui-font-color1);font:inherit', 'Variables');
    button.className = 'warpcell-variables-button';
    button.title = panel.widget.title.caption;
    button.onclick = () => app.shell.activateById(panel.widget.id);
    widget.node.append(button);
    widget.addClass('jp-Toolbar-item');
    if (!added.toolbar.insertBefore || !added.toolbar.insertBefore('spacer', 'warpcell-variables', widget))
      added.toolbar.addItem('warpcell-variables', widget);
  }

  /* ---- values where the mouse is, while the debugger has something stopped ---- */

  const tip = text => element('div', 'padding:2px 6px;max-width:60em;white-space:pre-wrap;background:var(--jp-layout-color1);' +
    'color:var(--jp-content-font-color1);font-family:var(--jp-code-font-family);font-size:var(--jp-code-font-size)', text);

  /* The expression that ends with the word at a column of a line: `p.x` for the x, `p` for the p. null: there is none. */
  function expressionAt(text, column) {
    for (const match of text.matchAll(/[A-Za-z_]\w*(\s*(\.|->)\s*[A-Za-z_]\w*)*/g)) {
      const rest = /^\w*/.exec(text.slice(Math.max(column, match.index)))[0].length;
      const end = Math.max(column, match.index) + rest;
      if (match.index <= column && column < match.index + match[0].length)
        return { from: match.index, to: end, text: text.slice(match.index, end) };
    }
    return null;
  }

  async function makeHover() {
    const [view, codemirror, debug] = await Promise.all(['@codemirror/view', '@jupyterlab/codemirror', '@jupyterlab/debugger'].map(load));
    return {
      id: 'warpcell:hover',
      description: 'Values over the lanes of a warp, where the mouse is.',
      autoStart: true,
      requires: [codemirror.IEditorExtensionRegistry, debug.IDebugger],
      activate: (app, extensions, service) => {
        const isOurs = async () => (await service.session?.connection?.kernel?.spec)?.language === 'cuda';
        const tooltip = async (editor, position) => {
          const line = editor.state.doc.lineAt(position), found = expressionAt(line.text, position - line.from);
          if (!found || !service.hasStoppedThreads() || !await isOurs()) return null;
          const reply = await service.session.sendRequest('evaluate', {
            expression: found.text, context: 'hover', frameId: service.model.callstack.frame?.id });
          if (!reply.success) return null;
          return { pos: line.from + found.from, end: line.from + found.to, above: true,
                   create: () => ({ dom: tip(`${found.text}: ${reply.body.result}`) }) };
        };
        const hover = view.hoverTooltip((editor, position) => tooltip(editor, position).catch(() => null));
        extensions.addExtension(Object.freeze({
          name: 'warpcell:hover', factory: () => codemirror.EditorExtensionRegistry.createImmutableExtension(hover) }));
      }
    };
  }

  /* ---- errors of a cell while it is written ---- */

  const PAUSE_MS = 800; /* without a change, before a cell is checked */
  const UNDERLINE = { error: 'underline wavy var(--jp-error-color1)', warning: 'underline wavy var(--jp-warn-color1)' };

  /* What the kernel finds in a text that it does not run, `%%diagnose --json`; null: it could not be asked. */
  async function diagnosed(kernel, text) {
    const spec = await kernel.spec;
    if (!spec || spec.language !== 'cuda' || kernel.status !== 'idle') return null;
    const future = kernel.requestExecute({ ...QUIET, code: '', user_expressions: { found: '%%diagnose --json\n' + text } });
    const reply = await future.done;
    const found = reply.content.status === 'ok' && reply.content.user_expressions.found;
    return found && found.status === 'ok' ? JSON.parse(found.data['text/plain']) : null;
  }

  /* A name that another cell has may be defined there, by a cell that has not run yet. */
  const knownElsewhere = (finding, cells, own) => {
    const name = /^(?:unknown \w+|identifier) ['"](\w+)['"]/.exec(finding.message);
    return name && cells.some(cell => cell !== own && cell.model.type === 'code' &&
      new RegExp(`\\b${name[1]}\\b`).test(cell.model.sharedModel.getSource()));
  };

  async function makeErrors() {
    const [view, state, codemirror, notebook] = await Promise.all(
      ['@codemirror/view', '@codemirror/state', '@jupyterlab/codemirror', '@jupyterlab/notebook'].map(load));
    const found = state.StateEffect.define();
    const marks = state.StateField.define({
      create: () => ({ marks: view.Decoration.none, findings: [] }),
      update(value, transaction) {
        for (const effect of transaction.effects) if (effect.is(found)) return effect.value;
        return transaction.docChanged ? { marks: value.marks.map(transaction.changes), findings: [] } : value;
      },
      provide: field => view.EditorView.decorations.from(field, value => value.marks)
    });
    /* Of an empty place the character before it is marked, so that it is seen. */
    const placed = (doc, f) => {
      const at = place => {
        const line = doc.line(Math.min(place.line + 1, doc.lines));
        return Math.min(line.from + place.character, line.to);
      };
      const from = at(f.start), to = Math.max(at(f.end), from);
      return to > from ? { from, to, f } : { from: Math.max(0, from - 1), to: Math.min(Math.max(from, 1), doc.length), f };
    };
    const show = (editor, list) => {
      const findings = list.map(f => placed(editor.state.doc, f)).filter(x => x.to > x.from).sort((a, b) => a.from - b.from);
      const mark = x => view.Decoration.mark({
        class: `warpcell-${x.f.severity}`,
        attributes: { style: `text-decoration:${UNDERLINE[x.f.severity]};text-decoration-skip-ink:none;text-underline-offset:3px` }
      }).range(x.from, x.to);
      editor.dispatch({ effects: found.of({ marks: view.Decoration.set(findings.map(mark), true), findings }) });
    };
    return {
      id: 'warpcell:errors',
      description: 'Errors of a CUDA C cell while it is written.',
      autoStart: true,
      requires: [codemirror.IEditorExtensionRegistry, notebook.INotebookTracker],
      activate: (app, extensions, notebooks) => {
        const check = async editor => {
          const panel = notebooks.currentWidget, cells = panel ? panel.content.widgets : [];
          const cell = cells.find(c => c.editor && c.editor.editor === editor), kernel = panel?.sessionContext.session?.kernel;
          const text = editor.state.doc.toString();
          if (!cell || cell.model.type !== 'code' || !kernel) return;
          const list = text.trim() ? await diagnosed(kernel, text) : [];
          if (list && editor.state.doc.toString() === text) show(editor, list.filter(f => !knownElsewhere(f, cells, cell)));
        };
        const watch = view.ViewPlugin.fromClass(class {
          update({ docChanged, transactions, view: editor }) {
            if (!docChanged || !transactions.some(t => t.isUserEvent('input') || t.isUserEvent('delete') || t.isUserEvent('undo'))) return;
            clearTimeout(this.timer);
            this.timer = setTimeout(() => check(editor).catch(() => null), PAUSE_MS);
          }
          destroy() { clearTimeout(this.timer); }
        });
        const hover = view.hoverTooltip((editor, position) => {
          const hit = editor.state.field(marks).findings.find(x => x.from <= position && position <= x.to);
          return hit ? { pos: hit.from, end: hit.to, above: true, create: () => ({ dom: tip(hit.f.message) }) } : null;
        });
        extensions.addExtension(Object.freeze({
          name: 'warpcell:errors',
          factory: () => codemirror.EditorExtensionRegistry.createImmutableExtension([marks, watch, hover]) }));
      }
    };
  }

  globalThis._JUPYTERLAB = globalThis._JUPYTERLAB || {};
  globalThis._JUPYTERLAB.warpcell = {
    init: scope => { shared = scope; },
    get: async () => {
      /* A front end without a debugger, or without notebooks, has not all the packages. */
      const made = [makePlugin(), makeVariables(), makeErrors(), makeHover()].map(plugin => plugin.catch(() => null));
      const plugins = (await Promise.all(made)).filter(Boolean);
      return () => ({ __esModule: true, default: plugins });
    }
  };
})();
