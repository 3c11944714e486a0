import { AppError } from '#contract/errors.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import type { Employee } from '#server/actor.ts'
import type { Context, Opened } from '#server/context.ts'
import type { Statement } from '#server/database/exchange.ts'
import type { Caller, FileAnswer, Route } from '#server/implement.ts'
import type { SheetColumn } from '#server/sheet/column.ts'
import { readRows, writeSheet, writeTemplate } from '#server/sheet/sheet.ts'
import * as contract from '../contract/project.ts'
import { buyer, buyerFile } from './bind.ts'
import { findOwnProject, orderStates, ownProject, projectLines } from './projects.ts'
import { templates } from './template-port.ts'
import { itemValue } from './values.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MAX_ITEMS = 5000
const MAX_SPEC = 2000

/** The bill of quantities as a sheet: for import, export and template alike. */
const COLUMNS = [
  { key: 'lotNo', title: '标段号', type: 'integer', min: '1', max: '99', hint: '不填为 1' },
  { key: 'section', title: '分部', type: 'text', max: '100' },
  { key: 'code', title: '项目编码', type: 'text', max: '60' },
  { key: 'name', title: '名称', type: 'text', required: true, max: '200' },
  { key: 'spec', title: '规格（特征描述）', type: 'text', max: '2000' },
  { key: 'unit', title: '单位', type: 'text', required: true, max: '20' },
  { key: 'quantity', title: '数量', type: 'quantity', required: true },
  { key: 'controlPrice', title: '单价限价', type: 'quantity', hint: '元，可不填' },
  { key: 'remark', title: '备注', type: 'text', max: '500' },
] as const satisfies readonly SheetColumn[]

export const itemRoutes: readonly Route[] = [
  buyer(
    contract.replaceItems,
    async (ctx, { params, body, first }) => {
      return { count: await replaceItems(ctx, params.projectId, { items: body.items, found: first }) }
    },
    { first: (caller, { params }) => findChangeable(caller, (params as { projectId: string }).projectId) },
  ),

  buyer(contract.importItems, async (ctx, { params, query, raw }) => {
    // Looked at before the file is read: a stranger's upload costs nothing.
    await ownProject(ctx, params.projectId)
    const part = await raw.request.file()
    if (!part) throw new AppError('invalid', '请选择要导入的文件')
    const form = query.template === undefined ? null : await templates().billForm(ctx, query.template)
    const { items, hidden, errors } = await readBill(await part.toBuffer(), form)
    if (errors.length > 0) return { count: 0, hidden: [], errors }
    const found = await ctx.run(findChangeable(ctx, params.projectId))
    return { count: await replaceItems(ctx, params.projectId, { items, found }), hidden, errors: [] }
  }),

  buyerFile(contract.exportItems, async (ctx, { params }) => {
    const project = await ownProject(ctx, params.projectId)
    const lines = (await projectLines(ctx, project.id)).map(itemValue)
    const rows = lines.map((line) => ({ ...line, lotNo: String(line.lotNo) }))
    const content = await writeSheet({ title: `${project.name}采购清单`.slice(0, 60), columns: COLUMNS, rows })
    return { name: `采购清单-${project.code}.xlsx`, mime: XLSX, content, size: content.length }
  }),

  buyerFile(contract.itemTemplate, billTemplate),
]

/** An empty bill of quantities to fill in, with an example. */
export async function billTemplate(): Promise<FileAnswer> {
  const example = { lotNo: '1', section: '办公设备', name: '台式计算机', spec: '八核处理器，16 GB 内存', unit: '台' }
  const content = await writeTemplate({
    title: '采购清单导入模板',
    columns: COLUMNS,
    rows: [{ ...example, quantity: '50', controlPrice: '5000' }],
  })
  return { name: '采购清单导入模板.xlsx', mime: XLSX, content, size: content.length }
}

/**
 * Reads a bill of quantities: all of its lines, or what is wrong with them by cell. `form`: what a template wants it to look
 * like. Throws `invalid` for a file without lines, `tooLarge` beyond 5,000.
 */
export async function readBill(
  content: Buffer,
  form: Awaited<ReturnType<ReturnType<typeof templates>['billForm']>> | null = null,
): Promise<{
  items: Items
  hidden: number[]
  errors: { cell: string; row: number; column: string; message: string }[]
}> {
  const file = await readRows(content, form?.columns ?? COLUMNS)
  const { rows: read, numbers, letters, errors } = file
  const rows: Record<string, string | null | undefined>[] = form ? read.map(form.lineOf) : read
  if (rows.length > MAX_ITEMS) throw new AppError('tooLarge', `清单不能超过 ${MAX_ITEMS} 行`)
  const empty = rows.flatMap((row, i) => (new Exact(row.quantity ?? 0).isZero() ? [numbers[i]!] : []))
  const wrong = [
    ...errors,
    ...empty.map((row) => ({
      cell: `${letters.quantity ?? ''}${row}`,
      row,
      column: '数量',
      message: '“数量”必须大于零',
    })),
  ]
  if (wrong.length > 0) return { items: [], hidden: [], errors: wrong.toSorted((a, b) => a.row - b.row) }
  if (rows.length === 0) throw new AppError('invalid', '文件中没有清单数据')
  const long = rows.findIndex((row) => (row.spec ?? '').length > MAX_SPEC)
  if (long >= 0) throw new AppError('invalid', `第${numbers[long]!}行的规格连同自定义列超过 ${MAX_SPEC} 字`)
  const items = rows.map((values) => ({
    lotNo: Number(values.lotNo ?? 1),
    section: values.section ?? '',
    code: values.code ?? '',
    name: values.name ?? '',
    spec: values.spec ?? '',
    unit: values.unit ?? '',
    quantity: values.quantity ?? '0',
    controlPrice: values.controlPrice ?? null,
    remark: values.remark ?? '',
  }))
  return { items, hidden: file.hidden, errors: [] }
}

type Items = BodyOf<typeof contract.replaceItems>['items']

/** What is looked at before lines are replaced: the project, locked, and whether it has orders and lines. */
function findChangeable(caller: Caller, projectId: string): Statement[] {
  const text = `select exists (select from purchase_order where tenant_id = $1 and project_id = $2) as "hasOrders",
    exists (select from project_item where tenant_id = $1 and project_id = $2) as "hasLines"`
  // Publishing takes the project row in share mode, so that the lines it checked are those that freeze.
  return [findOwnProject(caller, projectId, 'update'), { text, values: [caller.tenantId, projectId] }]
}

/** Replaces all lines of a project. Refused once an order of it is published. `found`: what `findChangeable` tells. */
async function replaceItems(
  ctx: Context<Employee>,
  projectId: string,
  { items, found }: { items: Items; found: readonly Opened[] },
): Promise<number> {
  const [[project] = [], [held] = []] = found
  if (!project) throw new AppError('notFound')
  const orders = held!.hasOrders ? await orderStates(ctx, projectId) : []
  if (orders.some((o) => o.publishedAt)) throw new AppError('wrongState', '公告已发布，清单不可修改')
  if (orders.some((o) => o.isHeld)) throw new AppError('wrongState', '公告审批中，清单不可修改')
  if (held!.hasLines) await ctx.remove('project_item', { projectId })
  return draftItems(ctx, projectId, items)
}

/** Lines fall into other lots, and are numbered anew; those that are not named stay. Refused once an order is published. */
export async function splitLines(
  ctx: Context<Employee>,
  projectId: string,
  lots: readonly { itemId: string; lotNo: number }[],
): Promise<void> {
  const found = await ctx.run(findChangeable(ctx, projectId))
  if (found[0]!.length === 0) throw new AppError('notFound')
  const lines = await projectLines(ctx, projectId)
  const into = new Map(lots.map(({ itemId, lotNo }) => [itemId, lotNo]))
  if ([...into.keys()].some((itemId) => !lines.some(({ id }) => id === itemId)))
    throw new AppError('invalid', '清单已变更，请刷新后重新分包', [{ path: 'split', message: '请重新分包' }])
  if (lines.every(({ id, lotNo }) => (into.get(id) ?? lotNo) === lotNo)) return
  const items = lines.map((row) => {
    const { itemId, line: _, ...rest } = itemValue(row)
    return { ...rest, lotNo: into.get(itemId) ?? row.lotNo }
  })
  await replaceItems(ctx, projectId, { items, found })
}

/** Writes the lines of a project that has none, numbered within their lot, with the commit. Their number. */
export function draftItems(ctx: Context<Employee>, projectId: string, items: Items): number {
  const zero = items.flatMap((item, i) =>
    new Exact(item.quantity).gt(0) ? [] : [{ path: `items.${i}.quantity`, message: '数量必须大于零' }],
  )
  if (zero.length > 0) throw new AppError('invalid', '数量必须大于零', zero)
  const last = new Map<number, number>()
  const rows = items.map(({ lotNo, controlPrice, ...item }) => {
    const line = (last.get(lotNo) ?? 0) + 1
    last.set(lotNo, line)
    return { id: ctx.newId(), lot_no: lotNo, line, control_price: controlPrice, ...item }
  })
  // One parameter however many lines: a parameter per field is slow to write down, to read and to plan.
  const text = `
    insert into project_item (tenant_id, project_id, id, lot_no, line, code, name, spec, unit, quantity, control_price, section, remark)
    select $1::int, $2::uuid, r.* from jsonb_to_recordset($3::jsonb) as
      r (id uuid, lot_no int, line int, code text, name text, spec text, unit text, quantity numeric, control_price numeric, section text, remark text)`
  if (rows.length > 0) ctx.withCommit({ text, values: [ctx.tenantId, projectId, JSON.stringify(rows)] })
  ctx.audit({
    action: 'project.items',
    entity: 'project',
    entityId: projectId,
    summary: `更新采购清单，共 ${rows.length} 行`,
    data: { count: rows.length },
  })
  return rows.length
}
