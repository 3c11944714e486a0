import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { AppError } from '#contract/errors.ts'
import { formatDate, formatTime } from '#contract/time.ts'
import { type NoticeCopy, noticeCopy, noticePublicKey } from '#features/procurement/server/public.ts'
import { type Context, inContext, type Kernel } from '#server/context.ts'
import type { StoredObject } from '#server/files/store.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { writeSheet } from '#server/sheet/sheet.ts'
import type { Work } from '#server/work/worker.ts'
import { MOST_BYTES } from '../rules.ts'
import type { ExportRow } from './access.ts'

/** What a cell of a spreadsheet holds at most. */
const CELL = 32_767

const COLUMNS: readonly SheetColumn[] = [
  { key: 'code', title: '公告编号', type: 'text', width: 32 },
  { key: 'kind', title: '公告类型', type: 'text', width: 16 },
  { key: 'title', title: '标题', type: 'text', width: 44 },
  { key: 'orderTitle', title: '项目名称', type: 'text', width: 36 },
  { key: 'orderCode', title: '项目编号', type: 'text', width: 28 },
  { key: 'purchaserName', title: '采购人', type: 'text', width: 30 },
  { key: 'method', title: '采购方式', type: 'text', width: 14 },
  { key: 'category', title: '类别', type: 'text', width: 10 },
  { key: 'region', title: '地区', type: 'text', width: 18 },
  { key: 'published', title: '发布时间', type: 'text', width: 18 },
  { key: 'publicityEnd', title: '公示截止', type: 'text', width: 18 },
  { key: 'signUpEnd', title: '报名截止', type: 'text', width: 18 },
  { key: 'bidEnd', title: '投标或报价截止', type: 'text', width: 18 },
  { key: 'openAt', title: '开启时间', type: 'text', width: 18 },
  { key: 'ceiling', title: '最高限价（元）', type: 'amount' },
  { key: 'bond', title: '保证金（元）', type: 'amount' },
  { key: 'awarded', title: '成交金额（元）', type: 'amount' },
  { key: 'standing', title: '备注', type: 'text', width: 18 },
  { key: 'hash', title: '内容指纹 SHA-256', type: 'text', width: 68 },
]

const READ_ME = `公告导出说明

公告清单.xlsx    每条公告一行，含全文；单元格容不下的全文续写在后面的列
公告原文/        公告的 PDF，与平台公布的一致
核验数据/        每条公告发布时计算指纹所用的数据，文件的 SHA-256 即清单中的内容指纹
公告公钥.pem     平台公告签名的公钥（Ed25519）
SHA256SUMS       各文件的 SHA-256，可用 sha256sum -c SHA256SUMS 核对

公告以平台发布为准。导出后又有变更、更正的，请以最新公告为准。
`

interface Job {
  row: ExportRow
  progress: (share: number) => Promise<void>
}

/**
 * Writes the file of an export into the store: a table with a row for each notice, each as PDF and as the bytes that its
 * hash covers. One notice at a time is in memory. Throws `tooLarge` above `MOST_BYTES`, `notFound` where a notice is gone.
 */
export async function exportFile(kernel: Kernel, work: Work, { row, progress }: Job): Promise<StoredObject> {
  const read = <T>(act: (ctx: Context<null>) => Promise<T>) =>
    inContext(kernel, { tenantId: work.tenantId, actor: null, readOnly: true }, act)
  const { noticeIds } = row
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => void output.destroy(error as Error)
  zip.on('error', fail)
  let bytes = 0
  const sums: string[] = []
  /** An entry that is made when its turn comes. */
  const add = (path: string, make: () => Promise<Buffer>) =>
    zip.addReadStreamLazy(path, { mtime: row.startedAt ?? row.createdAt }, (answer) => {
      const made = async () => {
        work.signal.throwIfAborted()
        const content = await make()
        bytes += content.length
        if (bytes > MOST_BYTES)
          throw new AppError('tooLarge', `文件超过 ${MOST_BYTES / 1024 / 1024} MB，请减少公告后分批导出`)
        sums.push(`${createHash('sha256').update(content).digest('hex')}  ${path}`)
        return content
      }
      made().then((content) => answer(null, Readable.from([content])), fail)
    })

  const lines: Line[] = []
  const codes = await read((ctx) => ctx.many('notice', { id: noticeIds }, { columns: ['id', 'code'] }))
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]))
  for (const [i, noticeId] of noticeIds.entries()) {
    const code = codeOf.get(noticeId)
    let copy: NoticeCopy | undefined
    add(`核验数据/${code}.json`, async () => {
      copy = await read((ctx) => noticeCopy(ctx, noticeId))
      if (!copy) throw new AppError('notFound', `公告 ${code} 已不公开`)
      if (createHash('sha256').update(copy.facts).digest('hex') !== copy.hash)
        throw new AppError('tampered', `公告 ${code} 的内容与发布时的指纹不符，请联系平台管理员`)
      lines.push(lineOf(copy))
      return copy.facts
    })
    add(`公告原文/${code}.pdf`, async () => {
      const pdf = await copy!.pdf({ userId: row.userId, companyId: row.companyId })
      copy = undefined
      await progress((i + 1) / (noticeIds.length + 1))
      return pdf
    })
  }
  add('公告清单.xlsx', () => tableOf(lines, kernel.clock.now()))
  add('公告公钥.pem', async () => Buffer.from(await read((ctx) => Promise.resolve(noticePublicKey(ctx)))))
  add('说明.txt', () => Promise.resolve(Buffer.from(READ_ME)))
  add('SHA256SUMS', () => Promise.resolve(Buffer.from(`${sums.join('\n')}\n`)))
  zip.end()
  return kernel.files.put(output, { keepReserve: true })
}

type Line = Record<string, string | null> & { text: string }

function lineOf(copy: NoticeCopy): Line {
  const { publishedAt, publicityEnd, schedule, amounts, isSuperseded, text, facts: _, pdf: __, ...told } = copy
  return {
    ...told,
    ...amounts,
    published: formatTime(publishedAt),
    publicityEnd: publicityEnd && formatTime(publicityEnd),
    signUpEnd: timeOf(schedule.signUpEnd),
    bidEnd: timeOf(schedule.bidEnd),
    openAt: timeOf(schedule.openAt),
    standing: isSuperseded ? '已有公告替代' : null,
    text,
  }
}

function timeOf(at: string | null | undefined): string | null {
  return at ? formatTime(at) : null
}

/** Text is written as text: what begins with `=` is no formula. A text that no cell holds goes on in further columns. */
function tableOf(lines: readonly Line[], at: Date): Promise<Buffer> {
  const parts = Math.max(1, ...lines.map(({ text }) => Math.ceil(text.length / CELL)))
  const texts = Array.from({ length: parts }, (_, i): SheetColumn => ({
    key: `text${i}`,
    title: i === 0 ? '全文' : `全文（续 ${i}）`,
    type: 'text',
    width: 80,
  }))
  return writeSheet({
    title: `公告清单（${lines.length} 条，导出于 ${formatDate(at)}）`,
    name: '公告清单',
    columns: [...COLUMNS, ...texts],
    rows: lines.map((line) => ({
      ...line,
      ...Object.fromEntries(texts.map(({ key }, i) => [key, line.text.slice(i * CELL, (i + 1) * CELL)])),
    })),
  })
}
