import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '#contract/errors.ts'
import { LIMITS } from '../../rules.ts'

export const NO_OFFICE = '服务器未安装 LibreOffice，暂不能在线预览或转换 Word、Excel 文件，请下载后查看'
const FAILED = '文件无法转换，内容可能已损坏，请下载后用相应软件打开'
const TIMEOUT_MS = 60_000
const MEMORY = 3 * 1024 ** 3

/** The LibreOffice program: SOFFICE names it, else it is looked for on the path; null when there is none. */
export function findOffice(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.SOFFICE !== undefined) return existsSync(env.SOFFICE) ? env.SOFFICE : null
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/lib/libreoffice/program', '/opt/libreoffice/program']
  const found = folders.filter(Boolean).map((folder) => join(folder, 'soffice'))
  return found.find((path) => existsSync(path)) ?? null
}

/**
 * Converts an office document to PDF with LibreOffice, in a process of its own: fresh profile without macros and links,
 * no network where the system can take it away, memory and time limited, killed with all it started when `signal` is
 * aborted. The document has been cleaned before (`office-clean.ts`). Throws `unavailable` with the reason when there is
 * no LibreOffice, `fileType` when it cannot read the file, `tooLarge` beyond the page limit.
 */
export async function officeToPdf(
  content: Buffer,
  { kind, signal, timeoutMs = TIMEOUT_MS }: { kind: 'docx' | 'xlsx'; signal: AbortSignal; timeoutMs?: number },
): Promise<Buffer> {
  const program = findOffice()
  if (!program) throw new AppError('unavailable', NO_OFFICE)
  signal.throwIfAborted()
  const folder = await mkdtemp(join(tmpdir(), 'kaibiao-office-'))
  try {
    await prepare(folder)
    const source = join(folder, `source.${kind}`)
    await writeFile(source, content)
    await run(program, { folder, source, kind, signal, timeoutMs })
    return await readFile(join(folder, 'source.pdf')).catch(() => {
      throw new AppError('fileType', FAILED)
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function prepare(folder: string): Promise<void> {
  await mkdir(join(folder, 'profile/user'), { recursive: true })
  await writeFile(join(folder, 'profile/user/registrymodifications.xcu'), SETTINGS)
  await writeFile(join(folder, 'fonts.conf'), fontSettings(join(folder, 'fonts')))
}

interface Run {
  folder: string
  source: string
  kind: 'docx' | 'xlsx'
  signal: AbortSignal
  timeoutMs: number
}

async function run(program: string, { folder, source, kind, signal, timeoutMs }: Run): Promise<void> {
  const filter = kind === 'docx' ? 'writer_pdf_Export' : 'calc_pdf_Export'
  // One page more than allowed shows that there are more, without making them all.
  const range = JSON.stringify({ PageRange: { type: 'string', value: `1-${LIMITS.pages + 1}` } })
  const [command, ...args] = [
    ...confinement(),
    program,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--nologo',
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
    '--convert-to',
    `pdf:${filter}:${range}`,
    '--outdir',
    folder,
    source,
  ]
  const child = spawn(command, args, {
    cwd: folder,
    // A group of its own, so that everything it starts dies with it.
    detached: true,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  })
  const outcome = await ended(child, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
  signal.throwIfAborted()
  if (outcome === 'killed') throw new AppError('unavailable', '文件过于复杂，转换超时，请下载后查看')
  if (outcome !== 0) throw new AppError('fileType', FAILED)
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<number | 'killed'> {
  return new Promise((resolve) => {
    const kill = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // Gone already.
      }
    }
    signal.addEventListener('abort', kill, { once: true })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => {
      signal.removeEventListener('abort', kill)
      // Helpers that outlive their parent.
      if (child.pid) kill()
      resolve(signal.aborted ? 'killed' : (code ?? 1))
    })
  })
}

let confined: string[] | undefined

/** What stands before the program: a network namespace with nothing in it, and a memory limit, where the system has them. */
function confinement(): string[] {
  confined ??= [
    ...(runs('unshare', ['--user', '--map-root-user', '--net']) ?? []),
    ...(runs('prlimit', [`--as=${MEMORY}`, '--core=0', `--fsize=${1024 ** 3}`]) ?? []),
  ]
  return confined
}

function runs(command: string, args: string[]): string[] | null {
  const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore', timeout: 5000 })
  return status === 0 ? [command, ...args] : null
}

/** No macros, no links to elsewhere, no updates of links, no first-start assistant. */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  ['/org.openoffice.Office.Calc/Formula/Load', 'OOXMLRecalcMode', '1'],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
]
  .map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`

/** The platform's own Chinese faces stand in for those a server does not have, so that no text becomes boxes. */
function fontSettings(cache: string): string {
  const require = createRequire(import.meta.url)
  const own = ['noto-sans-sc', 'noto-serif-sc'].map((pack) =>
    dirname(require.resolve(`@expo-google-fonts/${pack}/package.json`)),
  )
  const folders = own.flatMap((folder) => ['400Regular', '700Bold'].map((face) => join(folder, face)))
  const serif = ['宋体', 'SimSun', 'NSimSun', '新宋体', '仿宋', 'FangSong', '仿宋_GB2312', '楷体', 'KaiTi', 'serif']
  const sans = ['黑体', 'SimHei', '微软雅黑', 'Microsoft YaHei', '等线', 'DengXian', 'PingFang SC', 'sans-serif']
  const prefer = (families: string[], font: string) =>
    families
      .map((family) => `<alias><family>${family}</family><accept><family>${font}</family></accept></alias>`)
      .join('\n')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>
${folders.map((folder) => `<dir>${folder}</dir>`).join('\n')}
<cachedir>${cache}</cachedir>
${prefer(serif, 'Noto Serif SC')}
${prefer(sans, 'Noto Sans SC')}
</fontconfig>
`
}
