import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hashNatively } from './native.ts'
import { type Report, type Verdict, VERDICTS } from './report.ts'
import { verify } from './run.ts'
import type { Entry } from './zip.ts'

const USAGE = `用法：node verify/cli.ts <receipt.json…> [选项]

  --notice <file>      公告校验文件（含平台公钥与截止时的日志签名）
  --tiles <dir>        公开日志的数据目录（含 tile/…）
  --bid <dir|file>     开标后的投标文件：密文、密钥公开文件、明文；可多次给出
  --checkpoint <file>  另一时点的日志检查点，核对日志只增未改；可多次给出
  --archive <zip>      项目归档（卷宗），或以上材料的压缩包
  --proof <file>       归档证明（.proof.json），与归档一并下载：归档清单在公开日志中的位置；可多次给出
  --trust <file>       信任文件：从材料以外取得的日志公钥、平台公钥、见证人公钥、当时的日志签名与公告校验文件；
                       也可以是当时保存的公告校验文件。可多次给出。不提供则至多得出“材料自洽，来源未经确认”
  --json               以 JSON 输出

退出码：0 验证通过；1 不通过；2 未发现问题但材料不全；3 材料自洽，来源未经确认；64 用法有误。
离线运行，不访问网络。`

const EXIT: Record<Verdict, number> = { valid: 0, invalid: 1, incomplete: 2, consistent: 3 }
const MARKS = new Map<boolean | null, string>([
  [true, '✓'],
  [false, '✗'],
  [null, '–'],
])

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  let paths: string[]
  let trusted: string[]
  let json: boolean
  try {
    const many = { type: 'string', multiple: true } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        notice: many,
        tiles: many,
        bid: many,
        checkpoint: many,
        archive: many,
        proof: many,
        trust: many,
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const { notice = [], tiles = [], bid = [], checkpoint = [], archive = [], proof = [], trust = [] } = values
    paths = [...positionals, ...notice, ...tiles, ...bid, ...checkpoint, ...archive, ...proof]
    trusted = trust
    json = values.json === true
    if (values.help || paths.length === 0) {
      console.log(USAGE)
      return values.help ? 0 : 64
    }
  } catch (cause) {
    console.error(`${(cause as Error).message}\n\n${USAGE}`)
    return 64
  }
  const entries: Entry[] = []
  const trust: Entry[] = []
  try {
    for (const path of paths) entries.push(...(await filesOf(path)))
    for (const path of trusted) trust.push(...(await filesOf(path)))
  } catch (cause) {
    console.error(`无法读取：${(cause as Error).message}`)
    return 64
  }
  hashNatively()
  const report = await verify(entries, { trust })
  console.log(json ? JSON.stringify(report, null, 2) : printed(report))
  return EXIT[report.verdict]
}

async function filesOf(path: string): Promise<Entry[]> {
  if (!(await stat(path)).isDirectory()) return [{ path, blob: await openAsBlob(path) }]
  const files: Entry[] = []
  for (const name of (await readdir(path)).toSorted()) files.push(...(await filesOf(join(path, name))))
  return files
}

function printed({ sections, verdict }: Report): string {
  const lines = sections.flatMap(({ title, checks }) => [
    title,
    ...checks.map((check) => `  ${MARKS.get(check.ok)} ${check.title}：${check.detail}`),
    '',
  ])
  return [...lines, VERDICTS[verdict]].join('\n')
}
