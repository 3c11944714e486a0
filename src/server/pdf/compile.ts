import { createRequire } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/** One document to make; plain values only, because it travels to a worker thread. */
export interface PdfJob {
  /** Typst source. */
  template: string
  /** JSON, read by base.typ as `input`. */
  data: string
  /** Further files by path in the document's own folder, e.g. `files/sign-1.png`. */
  files: Record<string, Uint8Array>
  /** Creation time in the file's properties, seconds since 1970. */
  at: number
}

const require = createRequire(import.meta.url)
const HERE = import.meta.dirname
const FACES = ['400Regular', '700Bold']
const FONTS = [
  ['noto-serif-sc', 'NotoSerifSC'],
  ['noto-sans-sc', 'NotoSansSC'],
].flatMap(([pack, family]) =>
  FACES.map((face) => require.resolve(`@expo-google-fonts/${pack}/${face}/${family}_${face}.ttf`)),
)

let compiler: NodeCompiler | undefined

/**
 * A document lies outside the heap, a megabyte or more, until its handle on the heap is collected, which by itself does
 * not happen for hours: the heap hardly grows.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/**
 * Compiles one document to PDF/A-2b (ISO 19005, for records kept 15 years). Blocks its thread for 10–300 ms. The
 * compiler reads nothing outside this folder. Throws Error with Typst's diagnostics when a template is wrong.
 */
export function compilePdf({ template, data, files, at }: PdfJob): Buffer {
  compiler ??= NodeCompiler.create({ workspace: HERE, fontArgs: [{ fontPaths: FONTS }] })
  const paths = Object.keys(files).map((name) => [path.join(HERE, name), files[name]!] as const)
  for (const [name, bytes] of paths) compiler.mapShadow(name, Buffer.from(bytes))
  try {
    const compiled = compiler.compile({ mainFileContent: template, inputs: { data } })
    if (!compiled.result) throw new Error(`document template is wrong: ${diagnostics(compiler, compiled)}`)
    return compiler.pdf(compiled.result, { pdfStandard: 'a-2b', creationTimestamp: at })
  } finally {
    for (const [name] of paths) compiler.unmapShadow(name)
    // Documents hardly share what was laid out for another one.
    compiler.evictCache(0)
    collect({ type: 'minor' })
  }
}

function diagnostics(by: NodeCompiler, compiled: ReturnType<NodeCompiler['compile']>): string {
  const error = compiled.takeDiagnostics()
  return error ? JSON.stringify(by.fetchDiagnostics(error)) : 'no diagnostics'
}
