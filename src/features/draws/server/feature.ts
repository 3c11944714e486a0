import { commitmentOf, type DrawKind } from '#contract/draw.ts'
import * as c from '#contract/draw-calls.ts'
import { AppError } from '#contract/errors.ts'
import type { Actor } from '#server/actor.ts'
import { beaconOf } from '#server/beacon/beacon.ts'
import type { Context } from '#server/context.ts'
import type { DeliveredEvent } from '#server/events.ts'
import type { Feature } from '#server/feature.ts'
import { implementForPerson } from '#server/implement.ts'
import { checkDraws } from './check.ts'
import { type DrawHost, DrawHosts } from './hosts.ts'
import { type Any, type DrawRow, drawRow, drawsOf, frozenOf, resultOf, roundOfRow, sharesOf, stageOf } from './rows.ts'
import { awaitRound, closeReveals, goOnAt, lacksRound, makeDraw, nameRound } from './steps.ts'

/** Ms until the beacon is asked again. */
const AGAIN = 5_000

/** Draws of all features that host any. */
export function draws(given: readonly DrawHost[]): Feature {
  const hosts = new DrawHosts(given)
  return {
    name: 'draws',
    routes: [
      implementForPerson(c.ownDraws, {}, async (ctx, { query }) => ownDraws(ctx, hosts, query.subject)),
      implementForPerson(c.commitToDraw, {}, async (ctx, { params, body }) => {
        const { row, role } = await entitled(ctx, hosts, params.drawId)
        await commit(ctx, row, { role, commitment: body.commitment })
      }),
      implementForPerson(c.revealForDraw, {}, async (ctx, { params, body }) => {
        const { row } = await entitled(ctx, hosts, params.drawId)
        await reveal(ctx, row, body.value)
      }),
    ],
    check: checkDraws,
    // The beacon is asked over the network, before anything is locked.
    subscribers: [
      { name: 'draws: due', kind: 'draw.due', isSlow: true, handle: (ctx, event) => goOn(ctx, hosts, event) },
    ],
  }
}

/** Puts the hash of the caller's value on record. The same again changes nothing; another one is refused. */
async function commit(
  ctx: Context<Actor>,
  row: DrawRow,
  { role, commitment }: { role: string; commitment: string },
): Promise<void> {
  if (row.frozenAt) throw new AppError('wrongState', '抽取已冻结，不能再参与')
  const { userId, name } = ctx.actor
  await ctx.tx
    .insertInto('draw_share')
    .values({
      tenantId: ctx.tenantId,
      drawId: row.id,
      userId,
      id: ctx.newId(),
      role,
      name,
      commitment: Buffer.from(commitment, 'hex'),
      committedAt: ctx.clock.now(),
    })
    .onConflict((o) => o.columns(['tenantId', 'drawId', 'userId']).doNothing())
    .execute()
  const own = await ctx.expectOne('draw_share', { drawId: row.id, userId })
  if (own.commitment.toString('hex') !== commitment) throw new AppError('conflict', '您已在其他浏览器中参与本次抽取')
  ctx.audit({
    action: 'draw.committed',
    entity: 'draw',
    entityId: row.id,
    summary: `${role}登记随机数的承诺`,
    data: { id: own.id, commitment },
  })
}

async function reveal(ctx: Context<Actor>, row: DrawRow, value: string): Promise<void> {
  const { userId } = ctx.actor
  const own = await ctx.one('draw_share', { drawId: row.id, userId })
  if (!own) throw new AppError('wrongState', '您未参与本次抽取')
  if (commitmentOf(value) !== own.commitment.toString('hex'))
    throw new AppError('invalid', '随机数与您登记的承诺不一致', [{ path: 'value', message: '与承诺不一致' }])
  if (own.value) return
  if (!row.frozenAt) throw new AppError('wrongState', '抽取尚未冻结，请稍后揭示')
  if (row.closedAt || ctx.clock.now() >= new Date(frozenOf(row).revealUntil))
    throw new AppError('wrongState', '揭示已截止，您的随机数不计入')
  if (!frozenOf(row).participants.some(({ id }) => id === own.id)) throw new AppError('wrongState', '您未参与本次抽取')
  await ctx.update(
    'draw_share',
    { drawId: row.id, userId },
    { value: Buffer.from(value, 'hex'), revealedAt: ctx.clock.now() },
  )
  ctx.audit({
    action: 'draw.revealed',
    entity: 'draw',
    entityId: row.id,
    summary: `${own.role}揭示随机数`,
    data: { id: own.id, value },
  })
  await closeReveals(ctx, row.id)
}

async function ownDraws(ctx: Context<Actor>, hosts: DrawHosts, subject: string) {
  const seen = []
  for (const row of await drawsOf(ctx, subject)) {
    if ((await hosts.of(row.kind as DrawKind).roleOf(ctx, { kind: row.kind as DrawKind, subject })) === null) continue
    const own = (await sharesOf(ctx, row.id)).find((one) => one.userId === ctx.actor.userId)
    seen.push({
      drawId: row.id,
      title: row.title,
      stage: stageOf(row),
      commitment: own?.commitment.toString('hex') ?? null,
      hasRevealed: own?.revealedAt != null,
    })
  }
  return seen
}

/** The draw, its subject locked, and as what the caller takes part; `notFound` for everybody else. */
async function entitled(
  ctx: Context<Actor>,
  hosts: DrawHosts,
  drawId: string,
): Promise<{ row: DrawRow; role: string }> {
  const found = await drawRow(ctx, drawId)
  if (!found) throw new AppError('notFound')
  const kind = found.kind as DrawKind
  const host = hosts.of(kind)
  const role = await host.roleOf(ctx, { kind, subject: found.subject })
  if (role === null) throw new AppError('notFound')
  // Locked only now, so that strangers hold up nobody.
  await host.lock(ctx, found.subject)
  return { row: (await drawRow(ctx, drawId, 'update'))!, role }
}

/** The window to reveal is over, the log should hold the closing, or the round should be signed: whatever comes next. */
async function goOn(ctx: Context<null>, hosts: DrawHosts, event: DeliveredEvent): Promise<void> {
  const drawId = String(event.payload.drawId)
  const seen = await drawRow(ctx, drawId)
  if (!seen || seen.drawnAt) return
  const host = hosts.of(seen.kind as DrawKind)
  const isEarly = seen.dueAt !== null && ctx.clock.now() < seen.dueAt
  const answer = isEarly ? { signature: null } : await answerOf(ctx, seen)
  await host.lock(ctx, seen.subject)
  const row = (await drawRow(ctx, drawId, 'update'))!
  if (!row.closedAt) return closeReveals(ctx, drawId)
  if (row.drawnAt) return
  if (lacksRound(row)) return nameRound(ctx, row)
  // What was looked at before the lock was ours is too old: whoever went on has set the timer.
  if (!seen.closedAt || lacksRound(seen)) return
  if (isEarly) return awaitRound(ctx, row)
  if ('trouble' in answer) {
    await ctx.update('draw', { id: drawId }, { trouble: answer.trouble })
    return goOnAt(ctx, drawId, new Date(ctx.clock.now().getTime() + AGAIN))
  }
  const made = await makeDraw(ctx, drawId, answer.signature)
  if (!made) return
  const { subject, kind } = made
  ctx.audit({
    action: 'draw.made',
    entity: 'draw',
    entityId: drawId,
    summary: `${made.title}：抽取完成`,
    data: { subject, round: roundOfRow(made), signature: answer.signature, result: resultOf(made) },
  })
  await host.apply(ctx, { drawId, subject, kind: kind as DrawKind, result: resultOf(made) })
}

/** The signature of the round that the draw waits for, or why it is not there. */
async function answerOf(ctx: Any, row: DrawRow): Promise<{ signature: string | null } | { trouble: string }> {
  const { beacon: chain } = row.frozenAt ? frozenOf(row) : { beacon: null }
  const round = row.closedAt && roundOfRow(row)
  if (chain === null || round === null) return { signature: null }
  const beacon = beaconOf(ctx)
  if (!beacon) return { trouble: '未配置公共信标，无法取得已约定的轮次' }
  try {
    return { signature: await beacon.signature(chain, round) }
  } catch (error) {
    return { trouble: error instanceof Error ? error.message.slice(0, 200) : '公共信标不可达' }
  }
}
