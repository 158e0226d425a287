/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C in JupyterLab: a language for the cells of Warpcell and for .cu files, and an entry for a new file in the launcher.
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

  /* What begins a line: a magic, a shell command, a directive of the preprocessor. */
  function line(stream) {
    if (stream.match(/^%%?\w*/)) return 'meta';
    if (stream.match(/^[!?]/)) {
      stream.skipToEnd();
      return 'meta';
    }
    return stream.match(/^#\s*\w*/) ? 'meta' : null;
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

  globalThis._JUPYTERLAB = globalThis._JUPYTERLAB || {};
  globalThis._JUPYTERLAB.warpcell = {
    init: scope => { shared = scope; },
    get: async () => {
      const plugin = await makePlugin();
      return () => ({ __esModule: true, default: plugin });
    }
  };
})();
