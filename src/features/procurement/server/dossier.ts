import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { MACHINE } from '#features/sealing/core/record-manifest.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { renderPdf } from '#server/pdf/render.ts'
import { say } from '../methods/say.ts'
import type { Order } from './access.ts'
import { type ArchiveEntry, filed, jsonEntry } from './archive-parts.ts'
import { bondRegister } from './bond-port.ts'
import { bondStandings } from './bond-standings.ts'
import { inColumns } from '#server/database/column-names.ts'
import type { Packed } from './pack.ts'
import { participants } from './public.ts'
import { awardsOf } from './results.ts'
import { companyName } from './trades.ts'

type Ctx = Context<Actor | null>

const CONTENTS = `#import "base.typ": *
#show: official.with(title: "卷宗目录", org: input.org, number: input.code, flipped: true)
#facts(input.facts, columns: 2)
#for one in input.folders [
  = #one.name
  #data-table(
    ((title: "序号", key: "no", width: 32pt, align: "center"), (title: "文件", key: "name", width: 2.2fr), (title: "页数", key: "pages", width: 36pt, align: "center"), (title: "字节", key: "size", width: 64pt, align: "right"), (title: "SHA-256", key: "hash", width: 2.4fr)),
    one.rows,
  )
]
#seal-block(title: "校验说明", facts: input.machine, hashes: (), note: "本目录与全部文件的 SHA-256 载于 manifest.json，由平台签名，其哈希写入公开日志；可用离线核验工具逐一核对。")
`

const byPath = (one: Packed, other: Packed) => (one.path < other.path ? -1 : 1)

/** The table of contents of a dossier: every file for people with its pages, size and hash, by folder. */
export async function contentsPdf(ctx: Ctx, order: Order, written: readonly Packed[]): Promise<Buffer> {
  const [machine, people] = [
    written.filter(({ path }) => path.startsWith(`${MACHINE}/`)),
    written.filter(({ path }) => !path.startsWith(`${MACHINE}/`)),
  ]
  const folders = Map.groupBy(people, ({ path }) => path.split('/')[0]!)
  const at = ctx.clock.now()
  const pages = people.reduce((sum, one) => sum + (one.pages ?? 0), 0)
  const data = {
    org: await companyName(ctx, order.ownerCompanyId),
    code: order.code,
    facts: [
      ['项目（标段）', order.title],
      ['归档时间', `${formatTime(at, true)}（北京时间）`],
      ['文件', `${people.length} 个`],
      ['页数合计', `${pages} 页（可计页的 PDF）`],
    ],
    folders: [...folders]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, files]) => ({
        name,
        rows: files.toSorted(byPath).map((file, i) => ({
          no: String(i + 1),
          name: file.path.slice(name.length + 1),
          pages: file.pages === null ? '—' : String(file.pages),
          size: file.size.toLocaleString('en-US'),
          // In groups, so that the line breaks within its column.
          hash: file.sha256.replaceAll(/(.{8})(?=.)/g, '$1 '),
        })),
      })),
    machine: [[MACHINE, `${machine.length} 个文件，供核验程序读取`]],
  }
  return renderPdf(CONTENTS, data, { at })
}

const LEDGER = `#import "base.typ": *
#show: official.with(title: "合同与保证金登记表", org: input.org, number: input.code, flipped: true)
#facts(input.facts, columns: 2)
#if input.awards.len() > 0 [
  = 合同
  #data-table(
    ((title: "供应商", key: "name", width: 2fr), (title: "价格（元）", key: "price", width: 1fr, align: "right"), (title: "合同签订日期", key: "signed", width: 1fr)),
    input.awards,
  )
]
#if input.bonds.len() > 0 [
  = 保证金
  #data-table(
    ((title: "供应商", key: "name", width: 1.6fr), (title: "到账金额（元）", key: "amount", width: 1fr, align: "right"), (title: "形式", key: "form", width: 0.7fr), (title: "到账日期", key: "paid", width: 0.8fr), (title: "认定", key: "standing", width: 1fr), (title: "退还日期", key: "refunded", width: 0.8fr), (title: "利息（元）", key: "interest", width: 0.8fr, align: "right"), (title: "不予退还原因", key: "kept", width: 1.2fr)),
    input.bonds,
  )
]
`

const FORMS = { transfer: '转账', guarantee: '保函' } as const

/** Bonds and contract of an order: a register for people, the vouchers, and the day of the contract as data. */
export async function contractEntries(ctx: Ctx, order: Order): Promise<ArchiveEntry[]> {
  const [bonds, awards, contract, people] = [
    await bondRegister().archived(ctx, order.id),
    await awardsOf(ctx, order.id),
    await ctx.one('order_contract_date', { orderId: order.id }),
    await participants(ctx, order.id),
  ]
  if (bonds.length === 0 && awards.length === 0) return []
  const nameOf = (tradeId: string) => people.find((one) => one.tradeId === tradeId)?.companyName ?? ''
  const { of } = await bondStandings(ctx, order)
  const data = {
    org: await companyName(ctx, order.ownerCompanyId),
    code: order.code,
    facts: [
      ['项目（标段）', order.title],
      [say(order, '{bond}（元）'), formatAmount(order.bond)],
    ],
    awards: awards.map((award) => ({
      name: nameOf(award.tradeId),
      price: formatAmount(award.price),
      signed: contract ? contract.signedOn : '归档时尚未登记',
    })),
    bonds: bonds.map((bond) => ({
      name: nameOf(bond.tradeId),
      amount: formatAmount(bond.amount),
      form: FORMS[bond.form],
      paid: bond.paidOn,
      standing: of(bond.tradeId)?.label ?? '',
      refunded: bond.refundedOn ?? '',
      interest: bond.interest === null ? '' : formatAmount(bond.interest),
      kept: bond.keptReason,
    })),
  }
  const vouchers = bonds.flatMap((bond) => [
    { fileId: bond.paidVoucher, name: `${nameOf(bond.tradeId)}-到账-${bond.paidVoucherName}` },
    { fileId: bond.refundVoucher, name: `${nameOf(bond.tradeId)}-退还-${bond.refundVoucherName ?? ''}` },
  ])
  const files: ArchiveEntry[] = []
  for (const { fileId, name } of vouchers) {
    const file = fileId === null ? null : await ctx.one('file_object', { id: fileId }, { columns: ['sha256'] })
    if (file) files.push(filed('contract', `凭证/${name}`, { sha256: file.sha256.toString('hex') }))
  }
  return [
    filed('contract', '合同与保证金登记表.pdf', await renderPdf(LEDGER, data, { at: ctx.clock.now() })),
    ...files,
    ...(contract ? [jsonEntry('order/contract.json', inColumns(contract))] : []),
  ]
}
