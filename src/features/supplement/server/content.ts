import { AppError } from '#contract/errors.ts'
import { formatDate } from '#contract/time.ts'
import { calendarPolicy } from '#features/procurement/server/public.ts'
import type { StoredFile } from '#server/files/own-files.ts'
import { Run } from '../contract/run.ts'
import { EARLIEST_DAY, RUN_DATE_NAMES, RUN_DATES } from '../rules/dates.ts'
import { breachesOf, dealOf, findingsOf } from '../rules/findings.ts'
import type { Any, Supplement } from './access.ts'

/** Amounts that lists and sums still hold. */
const MOST = 15

/** The run as a body holds it. All that is malformed at once, each at its field: dates that have not come yet, or lie before any rule. */
export function runOf(ctx: Pick<Any, 'clock'>, body: Run): Run {
  const run = Run.parse(body)
  const today = formatDate(ctx.clock.now())
  const now = ctx.clock.now().getTime()
  const wrongDay = (day: string) =>
    day > today ? '采购已经完成，日期不能晚于今天' : day < EARLIEST_DAY ? `日期不能早于 ${EARLIEST_DAY}` : null
  const details = [
    ...RUN_DATE_NAMES.map((name) => {
      const at = run[name]
      if (at === null) return { path: name, message: null }
      if (RUN_DATES[name].kind === 'day') return { path: name, message: wrongDay(at) }
      const isAhead = new Date(at).getTime() > now
      return { path: name, message: isAhead ? '采购已经完成，时间不能晚于现在' : wrongDay(formatDate(at)) }
    }),
    ...run.notices.map(({ publishedOn }, i) => ({
      path: `notices.${i}.publishedOn`,
      message: publishedOn === null ? null : wrongDay(publishedOn),
    })),
    ...(dealOf(run).split('.')[0]!.length > MOST ? [{ path: 'awards', message: '成交总价超出可登记的范围' }] : []),
  ].flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]))
  if (details.length > 0) throw new AppError('invalid', details[0]!.message, details)
  return run
}

/** What the checks say of a run now. */
export async function findingsNow(ctx: Any, run: Run) {
  return findingsOf(run, await calendarPolicy(ctx))
}

/** What lists show of a run. */
export async function shownColumns(ctx: Any, run: Run) {
  const { title, method, category, budget, awardedOn, awards } = run
  return {
    title,
    method,
    category,
    budget,
    deal: dealOf(run),
    awardedOn,
    winners: [...new Set(awards.map(({ name }) => name))].join('、'),
    breaches: breachesOf(await findingsNow(ctx, run)).length,
  }
}

export interface Content {
  content: Run
  files: StoredFile[]
}

/** The working copy; null where nothing is written that was not handed in. */
export function copyOf({ draft, draftFiles }: Pick<Supplement, 'draft' | 'draftFiles'>): Content | null {
  return draft === null ? null : { content: draft as unknown as Run, files: draftFiles as unknown as StoredFile[] }
}

export async function versionOf(ctx: Any, supplementId: string, version: number) {
  const row = await ctx.one('supplement_version', { supplementId, version })
  if (!row) throw new AppError('notFound')
  return { ...row, content: row.content as unknown as Run, files: row.files as unknown as StoredFile[] }
}
