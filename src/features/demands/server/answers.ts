import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type * as tables from '#server/database/tables.ts'
import { keptFiles, type StoredFile } from '#server/files/own-files.ts'
import { AppError } from '#contract/errors.ts'
import type { AnswerFields, Question } from '../contract/shared.ts'
import { wrongExtras } from '../rules/fields.ts'
import { profileOf } from '../rules/profiles.ts'
import { type Any, type Ctx, type Demand, refuseWrong, type Round, type Trade } from './access.ts'
import { parametersOf } from './parameters.ts'

type Given = z.output<typeof AnswerFields>
export type AnswerRow = Selectable<tables.DemandAnswer>
interface StoredReply {
  questionId: string
  text: string
  files: StoredFile[]
}

interface Handed {
  demand: Demand
  round: Round
  trade: Pick<Trade, 'id'>
  given: Given
  /** Upload policy of its files. */
  use: string
  paper?: { scan: readonly { fileId: string; name: string }[]; receivedOn: string }
}

/**
 * Adds an answer, or a revision of one; earlier ones stay. Throws `invalid` with the field of everything that is wrong: a
 * parameter or a required question that was left out, a number that is none. The demand is locked.
 */
export async function addAnswer(ctx: Ctx, { demand, round, trade, given, use, paper }: Handed): Promise<number> {
  if (given.roundNo !== round.roundNo)
    throw new AppError('wrongState', `现在是第 ${round.roundNo} 轮，请刷新后按本轮参数应答`)
  const parameters = await parametersOf(ctx, demand.id, round.version)
  refuseWrong([
    ...wrongLines(given, parameters),
    ...wrongReplies(given, demand.questions as z.output<typeof Question>[]),
    ...wrongExtras(profileOf(demand.profile).answerFields, given.extras),
  ])
  const before = await answersOf(ctx, trade.id)
  const [last] = before
  if (last?.roundNo === round.roundNo && !paper && isUnchanged(last, given))
    throw new AppError('wrongState', '应答内容没有变化')
  const kept = before.flatMap(filesOf)
  const files = await keptFiles(ctx, given.files, { use, kept })
  const answers: StoredReply[] = []
  for (const [i, { questionId, text, files: added }] of given.answers.entries())
    answers.push({
      questionId,
      text,
      files: await keptFiles(ctx, added, { use, kept, path: `answers.${i}.files` }),
    })
  const scan = paper ? await keptFiles(ctx, paper.scan, { use, kept, path: 'scan' }) : []
  const revision = before.filter(({ roundNo }) => roundNo === round.roundNo).length + 1
  const { solution, brand, model, price, priceNote, cases, lines, extras } = given
  await ctx.insert('demand_answer', {
    demandId: demand.id,
    tradeId: trade.id,
    roundNo: round.roundNo,
    revision,
    solution,
    brand,
    model,
    price,
    priceNote,
    cases,
    lines: JSON.stringify(lines),
    answers: JSON.stringify(answers),
    extras: JSON.stringify(extras),
    files: JSON.stringify(files),
    scan: JSON.stringify(scan),
    receivedOn: paper?.receivedOn ?? null,
    madeBy: ctx.actor.userId,
    madeByName: ctx.actor.name,
    madeAt: ctx.clock.now(),
  })
  return revision
}

/** All that somebody answered, newest first. */
export function answersOf(ctx: Any, tradeId: string): Promise<AnswerRow[]> {
  return ctx.many('demand_answer', { tradeId }, { orderBy: ['roundNo desc', 'revision desc'] })
}

/** Every file of an answer. */
export function filesOf(answer: Pick<AnswerRow, 'files' | 'answers' | 'scan'>): StoredFile[] {
  return [
    ...(answer.files as StoredFile[]),
    ...(answer.answers as StoredReply[]).flatMap((one) => one.files),
    ...(answer.scan as StoredFile[]),
  ]
}

export function answerValue(row: AnswerRow) {
  const { roundNo, revision, solution, brand, model, price, priceNote, cases, receivedOn, madeByName, madeAt } = row
  return {
    roundNo,
    revision,
    solution,
    brand,
    model,
    price,
    priceNote,
    cases,
    lines: row.lines as Given['lines'],
    answers: row.answers as StoredReply[],
    extras: row.extras as Given['extras'],
    files: row.files as StoredFile[],
    scan: row.scan as StoredFile[],
    receivedOn,
    madeByName,
    madeAt: madeAt.toISOString(),
  }
}

interface Wrong {
  path: string
  message: string
}

function wrongLines({ lines }: Given, parameters: readonly { parameterId: string; name: string }[]): Wrong[] {
  const known = new Set(parameters.map(({ parameterId }) => parameterId))
  const given = new Map<string, number>()
  const strange = lines.flatMap(({ parameterId }, i) => {
    const isWrong = !known.has(parameterId) || given.has(parameterId)
    given.set(parameterId, i)
    return isWrong ? [{ path: `lines.${i}.parameterId`, message: '参数已变更，请刷新后重新填写' }] : []
  })
  const missing = parameters.filter(({ parameterId }) => !given.has(parameterId))
  return [
    ...strange,
    ...(missing.length > 0
      ? [
          {
            path: 'lines',
            message: `请逐项应答：${missing
              .slice(0, 5)
              .map(({ name }) => name)
              .join('、')}`,
          },
        ]
      : []),
    // What is met only in part, or by another value, is to be explained.
    ...lines.flatMap(({ met, value, remark }, i) =>
      met === 'partly' && value === '' && remark === ''
        ? [{ path: `lines.${i}.remark`, message: '部分满足的，请填写应答值或说明' }]
        : [],
    ),
  ]
}

function wrongReplies({ answers }: Given, questions: readonly z.output<typeof Question>[]): Wrong[] {
  const strange = answers.some(({ questionId }) => !questions.some((one) => one.questionId === questionId))
  if (strange) return [{ path: 'answers', message: '问卷已变更，请刷新后重新填写' }]
  return questions.flatMap(({ questionId, kind, title, options, isRequired }) => {
    const i = answers.findIndex((one) => one.questionId === questionId)
    const reply = answers[i]
    const isEmpty = !reply || (kind === 'file' ? reply.files.length === 0 : reply.text === '')
    const path = i < 0 ? 'answers' : `answers.${i}.${kind === 'file' ? 'files' : 'text'}`
    if (isEmpty) return isRequired ? [{ path, message: `请回答“${title}”` }] : []
    if (kind === 'choice' && !options.includes(reply.text)) return [{ path, message: `请选择“${title}”的选项` }]
    if (kind === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(reply.text))
      return [{ path, message: `“${title}”请填写数值` }]
    return []
  })
}

/** The same handed in again is no revision. */
function isUnchanged(last: AnswerRow, given: Given): boolean {
  const { solution, brand, model, price, priceNote, cases, lines, extras } = given
  const ids = (files: readonly { fileId: string }[]) => files.map(({ fileId }) => fileId)
  const replies = (of: readonly { questionId: string; text: string; files: readonly { fileId: string }[] }[]) =>
    of.map(({ questionId, text, files }) => [questionId, text, ids(files)])
  const texts = { solution, brand, model, priceNote, cases }
  const isSameText = Object.entries(texts).every(([key, value]) => last[key as keyof typeof texts] === value)
  const isSamePrice = price === null ? last.price === null : Number(price) === Number(last.price ?? Number.NaN)
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const lineText = (of: readonly Given['lines'][number][]) => of.map((l) => [l.parameterId, l.met, l.value, l.remark])
  return (
    isSameText &&
    isSamePrice &&
    same(lineText(last.lines as Given['lines']), lineText(lines)) &&
    same(sortedText(last.extras as Given['extras']), sortedText(extras)) &&
    same(replies(last.answers as StoredReply[]), replies(given.answers)) &&
    same(ids(last.files as StoredFile[]), ids(given.files))
  )
}

function sortedText(of: Given['extras']): [string, unknown][] {
  return Object.entries(of).toSorted(([one], [other]) => one.localeCompare(other))
}
