import type { MultipartFile } from '@fastify/multipart'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { creditCodeOk } from '#features/enterprise/rules/identifiers.ts'
import { implement, implementFile, type Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeTemplate } from '#server/sheet/sheet.ts'
import * as contract from '../contract/listings.ts'
import { beginOf } from '../rules/days.ts'
import { type Match, UNTRUST_KINDS, type UntrustKind } from '../rules/listings.ts'
import { type Any, type Ctx, KEEPS, todayOf } from './access.ts'
import { demanded, planEnd, record } from './listing-acts.ts'
import { recordSync } from './syncs.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MAX_ROWS = 2000

const COLUMNS = [
  {
    key: 'kind',
    title: '名单类别',
    type: 'text',
    required: true,
    max: '40',
    hint: Object.values(UNTRUST_KINDS).join('、'),
  },
  { key: 'name', title: '企业名称', type: 'text', required: true, max: '200' },
  {
    key: 'creditCode',
    title: '统一社会信用代码',
    type: 'text',
    max: '18',
    hint: '没有代码的，只按名称提示，须人工核实',
  },
  { key: 'reason', title: '事由', type: 'text', required: true, max: '500' },
  { key: 'from', title: '列入日期', type: 'date', required: true },
  { key: 'until', title: '截止日期', type: 'date', hint: '没有截止日期的不填' },
  { key: 'source', title: '查询来源', type: 'text', required: true, max: '100', hint: '如 信用中国' },
  { key: 'queriedOn', title: '查询日期', type: 'date', required: true },
] as const satisfies readonly SheetColumn[]

type Key = (typeof COLUMNS)[number]['key']
type Fail = (key: Key, message: string) => void

interface Fact {
  kind: UntrustKind
  name: string
  creditCode: string
  reason: string
  from: string
  until: string | null
  source: string
  queriedOn: string
}

/** Facts of public lists. A credit code matches; a name alone is only possible, and has no effect before a person confirms it. */
export const untrustRoutes: readonly Route[] = [
  implementFile(contract.untrustTemplate, KEEPS, async () => {
    const sample = {
      kind: UNTRUST_KINDS.enforced,
      name: '某某有限公司',
      creditCode: '',
      reason: '有履行能力而拒不履行生效法律文书确定义务',
      from: '2026-01-05',
      until: '2028-01-04',
      source: '中国执行信息公开网',
      queriedOn: '2026-02-01',
    }
    const content = await writeTemplate({ title: '失信信息导入模板', columns: COLUMNS, rows: [sample] })
    return { name: '失信信息导入模板.xlsx', mime: XLSX, content, size: content.length }
  }),

  implement(contract.importUntrust, KEEPS, async (ctx, { raw }) => {
    const file = await raw.request.file()
    if (!file) throw new AppError('invalid', '请选择要导入的文件')
    const { facts, errors } = await readFacts(ctx, file)
    if (errors.length > 0) return { count: 0, errors }
    return { count: await take(ctx, facts, file.filename), errors: [] }
  }),

  implement(contract.confirmMatch, KEEPS, async (ctx, { params, body: { isSame, reason } }) => {
    const row = await demanded(ctx, params.listingId, 'confirm')
    const meant = isSame ? await namedSupplier(ctx, row.name) : null
    if (isSame && !meant) throw new AppError('wrongState', '供应商库中没有该名称的供应商')
    const set = { match: isSame ? 'same' : 'other', ...(meant && { companyId: meant.companyId }) }
    await ctx.update('supplier_listing', { id: row.id }, set)
    const summary = `${isSame ? '确认为同一企业' : '确认为其他企业'}：${reason}`
    await record(ctx, row, { action: 'confirm', summary, data: set })
    if (isSame) ctx.emit({ kind: 'supplier.listing', payload: { listingId: row.id, to: 'decided' } })
  }),
]

async function readFacts(ctx: Ctx, file: MultipartFile) {
  const { rows, numbers, letters, errors } = await readRows(await file.toBuffer(), COLUMNS)
  if (rows.length > MAX_ROWS) throw new AppError('tooLarge', `一次最多导入 ${MAX_ROWS} 行，请分批导入`)
  const wrong = [...errors]
  const facts = rows.map((row, i) =>
    readFact(row, todayOf(ctx), (key, message) => {
      const column = COLUMNS.find((one) => one.key === key)!.title
      wrong.push({ row: numbers[i]!, column, cell: `${letters[key] ?? 'A'}${numbers[i]!}`, message })
    }),
  )
  if (wrong.length === 0 && facts.length === 0) throw new AppError('invalid', '文件中没有失信信息')
  return { facts, errors: wrong.toSorted((a, b) => a.row - b.row) }
}

function readFact(row: Record<Key, string | null>, today: string, fail: Fail): Fact {
  const text = (key: Key) => (row[key] ?? '').trim()
  const kind = Object.entries(UNTRUST_KINDS).find(([, label]) => label === text('kind'))?.[0]
  if (text('kind') !== '' && !kind) fail('kind', `请填写${Object.values(UNTRUST_KINDS).join('、')}之一`)
  const creditCode = text('creditCode').toUpperCase()
  if (creditCode !== '' && !creditCodeOk(creditCode)) fail('creditCode', '统一社会信用代码不正确')
  const until = text('until') || null
  if (until !== null && until < text('from')) fail('until', '截止日期不能早于列入日期')
  if (text('queriedOn') > today) fail('queriedOn', '查询日期不能晚于今天')
  return {
    kind: kind as UntrustKind,
    name: text('name'),
    creditCode,
    reason: text('reason'),
    from: text('from'),
    until,
    source: text('source'),
    queriedOn: text('queriedOn'),
  }
}

/** Stores what is new of an import, with a record of all that came in. Resolves to how many were new. */
async function take(ctx: Ctx, facts: readonly Fact[], fileName: string): Promise<number> {
  const syncId = ctx.newId()
  const ownerCompanyId = ctx.actor.companyId
  const now = ctx.clock.now()
  const rows = []
  const items = []
  const seen = new Set<string>()
  for (const fact of facts) {
    const key = [fact.kind, fact.creditCode || fact.name, fact.from].join('|')
    const { match, companyId } = await matchOf(ctx, fact)
    const isKnown = seen.has(key) || (await isStored(ctx, fact))
    seen.add(key)
    const outcome = isKnown
      ? '已有记录'
      : match === 'possible'
        ? '名称一致，待核实'
        : companyId
          ? '已匹配'
          : '库中暂无该企业'
    items.push({ name: fact.name, creditCode: fact.creditCode, outcome })
    if (isKnown) continue
    rows.push({
      id: ctx.newId(),
      ownerCompanyId,
      kind: 'untrust',
      companyId,
      name: fact.name,
      creditCode: fact.creditCode,
      basis: fact.kind,
      reason: fact.reason,
      fromDay: fact.from,
      untilDay: fact.until,
      state: 'decided',
      match,
      source: fact.source,
      queriedAt: beginOf(fact.queriedOn),
      syncId,
      createdByName: ctx.actor.name,
      createdAt: now,
      decidedAt: now,
      decidedByName: ctx.actor.name,
    })
  }
  await recordSync(ctx, syncId, {
    ownerCompanyId,
    way: 'public',
    source: [...new Set(facts.map(({ source }) => source))].join('、'),
    queriedAt: beginOf(facts.map(({ queriedOn }) => queriedOn).toSorted()[0] ?? formatDate(now)),
    fileName,
    rowsRead: facts.length,
    rowsNew: rows.length,
    rowsPossible: rows.filter(({ match }) => match === 'possible').length,
    items,
  })
  await ctx.insert('supplier_listing', rows)
  for (const row of rows) {
    await planEnd(ctx, row)
    await record(ctx, row, { action: 'import', summary: `${UNTRUST_KINDS[row.basis]}，${row.source}` })
    if (row.companyId && row.match === 'code')
      ctx.emit({ kind: 'supplier.listing', payload: { listingId: row.id, to: 'decided' } })
  }
  return rows.length
}

/** By credit code alone; a name that fits a supplier of ours is possible, no more. */
async function matchOf(ctx: Ctx, { name, creditCode }: Fact): Promise<{ match: Match; companyId: string | null }> {
  if (creditCode !== '') {
    const company = await ctx.one('company', { creditCode }, { columns: ['id'] })
    return { match: 'code', companyId: company?.id ?? null }
  }
  return { match: (await namedSupplier(ctx, name)) ? 'possible' : 'other', companyId: null }
}

/** The one supplier of the own library with this name. */
async function namedSupplier(ctx: Ctx, name: string) {
  return ctx.one('supplier', { ownerCompanyId: ctx.actor.companyId, name }, { columns: ['companyId'] })
}

async function isStored(ctx: Ctx, { kind, name, creditCode, from }: Fact): Promise<boolean> {
  const at = { ownerCompanyId: ctx.actor.companyId, kind: 'untrust', basis: kind, creditCode, fromDay: from }
  return (
    (await ctx.one('supplier_listing', creditCode === '' ? { ...at, name } : at, { columns: ['id'] })) !== undefined
  )
}

/** Facts of a credit code that nobody had until now are about the company that has it. */
export async function matchCompany(ctx: Any, { companyId, creditCode }: { companyId: string; creditCode: string }) {
  await sql`update supplier_listing set company_id = ${companyId} where tenant_id = ${ctx.tenantId}
    and kind = 'untrust' and match = 'code' and credit_code = ${creditCode} and company_id is null`.execute(ctx.tx)
}
