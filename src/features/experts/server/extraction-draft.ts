import { sql } from 'kysely'
import { commitmentOf } from '#contract/draw.ts'
import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { prepareDraw } from '#features/draws/server/public.ts'
import { ownersOrder } from '#features/procurement/server/public.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { implement, type Route } from '#server/implement.ts'
import * as c from '../contract-extraction.ts'
import type { ExtractionFields } from '../contract-extraction.ts'
import { ExtractionKind, ExtractionMode } from '../rules/enums.ts'
import { EXTRACTION_STATUS } from '../rules/extraction-status.ts'
import { DRAWER } from './bind.ts'
import { findPool } from './candidates.ts'
import { DRAWABLE, GROUP_AT, GROUP_METHODS, mayDraw } from './drawable.ts'
import { factsOf, ownExtraction, record, saltOf, sealAvoidance } from './extraction-access.ts'
import { demandMajors } from './majors.ts'

type Ctx = Context<Employee>
const K = ExtractionKind.values

export const draftRoutes: readonly Route[] = [
  implement(c.extractionOrders, DRAWER, async (ctx) => {
    const column = ctx.actor.workbench === 'agency' ? 'ownerCompanyId' : 'purchaserCompanyId'
    const rows = await ctx.tx
      .selectFrom('purchase_order')
      .select(['id', 'code', 'title', 'openAt', 'settings', 'method', 'state'])
      .where('tenantId', '=', ctx.tenantId)
      .where('ownerCompanyId', '=', ctx.actor.companyId)
      .where(column, '=', ctx.actor.companyId)
      .where((eb) =>
        eb.or([eb('state', 'in', DRAWABLE), eb.and([eb('state', '=', GROUP_AT), eb('method', 'in', GROUP_METHODS)])]),
      )
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
    const offered = await Promise.all(rows.map(async (row) => ((await mayDraw(ctx, row)) ? [row] : [])))
    return offered.flat().map((row) => ({
      orderId: row.id,
      code: row.code,
      title: row.title,
      openAt: row.openAt?.toISOString() ?? null,
      committeeSize: (row.settings as { committeeSize?: number }).committeeSize ?? 5,
    }))
  }),

  implement(c.createExtraction, DRAWER, async (ctx, { body: { kind, ...fields } }) =>
    createDraft(ctx, fields, { kind, parentId: null }),
  ),

  implement(c.updateExtraction, DRAWER, async (ctx, { params, body }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    EXTRACTION_STATUS.next('edit', { record: await factsOf(ctx, row), who: 'owner', now: ctx.clock.now().getTime() })
    await demandFields(ctx, body, row.kind)
    if (row.parentId !== null && body.orderId !== row.orderId) throw new AppError('invalid', '补充抽取不能更换项目')
    await ctx.update('expert_extraction', { id: row.id }, { ...columns(ctx, row.id, body), updatedAt: ctx.clock.now() })
    record(ctx, row, { action: 'update', summary: '修改抽取条件', data: withoutNumbers(body) })
  }),

  implement(c.deleteExtraction, DRAWER, async (ctx, { params }) => {
    const row = await ownExtraction(ctx, params.extractionId, 'update')
    EXTRACTION_STATUS.next('delete', { record: await factsOf(ctx, row), who: 'owner', now: ctx.clock.now().getTime() })
    await ctx.remove('expert_extraction', { id: row.id })
    record(ctx, row, { action: 'delete', summary: `删除抽取草稿${row.code}` })
  }),

  implement(c.previewPool, DRAWER, async (ctx, { body }) => {
    if (body.orderId !== null) await demandOrder(ctx, body.orderId)
    const { companyId } = ctx.actor
    const wanted = {
      ...body,
      companyId,
      reviewAt: new Date(body.reviewAt),
      extractionId: null,
      frozenAt: null,
      parentId: null,
    }
    const pool = await findPool(ctx, wanted)
    return body.conditions.map((_, i) => {
      const row = pool.filter((entry) => entry.rowNo === i + 1)
      const excluded = row.filter((entry) => entry.excluded !== null).length
      return { rowNo: i + 1, size: row.length - excluded, excluded }
    })
  }),
]

/** A draft, with the operator's part of the draw and the salt committed on record. */
export async function createDraft(
  ctx: Ctx,
  fields: ExtractionFields,
  { kind, parentId }: { kind: number; parentId: string | null },
): Promise<{ extractionId: string; seedHash: string }> {
  await demandFields(ctx, fields, kind)
  const id = ctx.newId()
  const now = ctx.clock.now()
  const saltHash = commitmentOf(saltOf(ctx, id))
  const seedHash = await prepareDraw(ctx, { id, kind: 'experts', subject: id, title: '专家抽取' })
  const day = formatDate(now).replaceAll('-', '')
  const { code } = await ctx.tx
    .insertInto('expert_extraction')
    .values({
      tenantId: ctx.tenantId,
      id,
      code: sql<string>`${`CQ${day}`} || lpad(kb_number('expert_extraction')::text, 6, '0')`,
      kind,
      companyId: ctx.actor.companyId,
      workbench: ctx.actor.workbench ?? '',
      parentId,
      seedHash: Buffer.from(seedHash, 'hex'),
      saltHash: Buffer.from(saltHash, 'hex'),
      createdBy: ctx.actor.userId,
      createdByName: ctx.actor.name,
      createdAt: now,
      updatedAt: now,
      ...columns(ctx, id, fields),
    })
    .returning('code')
    .executeTakeFirstOrThrow()
  record(
    ctx,
    { id },
    {
      action: 'create',
      summary: `新建专家抽取${code}，登记平台随机数的承诺`,
      data: {
        kind,
        parentId,
        seedHash,
        saltHash,
        fields: withoutNumbers(fields),
      },
    },
  )
  return { extractionId: id, seedHash }
}

async function demandFields(ctx: Ctx, fields: ExtractionFields, kind: number): Promise<void> {
  const refuse = (path: string, message: string) => new AppError('invalid', message, [{ path, message }])
  if (kind === K.project && fields.orderId === null) throw refuse('orderId', '请选择项目')
  if (kind !== K.project && fields.orderId !== null) throw refuse('orderId', '该类抽取不关联采购项目')
  if (fields.orderId !== null) await demandOrder(ctx, fields.orderId)
  if (new Date(fields.reviewAt) <= ctx.clock.now()) throw refuse('reviewAt', '评审时间须晚于当前时间')
  if (fields.isSecret && !fields.byPlatform) throw refuse('byPlatform', '名单保密时须由平台通知专家')
  if (fields.mode === ExtractionMode.values.manual) {
    if (fields.picks.length === 0) throw refuse('picks', '请选择专家')
    if (new Set(fields.picks).size < fields.picks.length) throw refuse('picks', '同一专家不得重复选择')
    if (fields.pickReason.length < 2)
      throw refuse('pickReason', '直接确定专家须说明理由（招标投标法第三十七条、实施条例第四十六条）')
    // Whoever chooses knows the names.
    if (fields.isSecret) throw refuse('isSecret', '直接确定的名单不能对本单位保密')
    return
  }
  if (fields.conditions.length === 0) throw refuse('conditions', '请填写抽取条件')
  await demandMajors(
    ctx,
    fields.conditions.flatMap((row) => row.majors),
  )
}

async function demandOrder(ctx: Ctx, orderId: string): Promise<void> {
  const { order } = await ownersOrder(ctx, orderId)
  if (!(await mayDraw(ctx, order)))
    throw new AppError('invalid', '该项目当前不能抽取专家', [{ path: 'orderId', message: '该项目当前不能抽取专家' }])
}

/** What the audit trail may keep for ever. */
function withoutNumbers({ avoidance, ...fields }: ExtractionFields) {
  return { ...fields, avoidance: { ...avoidance, people: avoidance.people.map(({ name }) => ({ name })) } }
}

function columns(ctx: Ctx, id: string, fields: ExtractionFields) {
  const isRandom = fields.mode === ExtractionMode.values.random
  return {
    title: fields.title,
    orderId: fields.orderId,
    mode: fields.mode,
    library: fields.library,
    reviewAt: new Date(fields.reviewAt),
    place: fields.place,
    note: fields.note,
    replyMinutes: fields.replyMinutes,
    isSecret: fields.isSecret,
    byPlatform: fields.byPlatform,
    conditions: JSON.stringify(isRandom ? fields.conditions : []),
    avoidance: sealAvoidance(ctx, id, fields.avoidance),
    picks: isRandom ? [] : fields.picks,
    pickReason: isRandom ? '' : fields.pickReason,
  }
}
