import type { OutputOf } from '#contract/endpoint.ts'
import type { Employee } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { publishCheck } from '../contract/order.ts'
import { OrderSettings } from '../rules/settings.ts'
import { orderFiles } from './files.ts'
import type { CheckResult, Draft, Problem } from './step-server.ts'
import { serversOf } from './step-servers.ts'

type Unread = Omit<Draft, 'settings' | 'files'>

/** Everything that is missing or wrong in a draft that shall be published, by field of the form. */
export async function problemsOf(ctx: Context<Employee>, draft: Unread): Promise<Problem[]> {
  return (await checked(ctx, draft)).flatMap(({ problems }) => problems)
}

/** The same line by line, with what is right. */
export async function publishRows(ctx: Context<Employee>, draft: Unread): Promise<OutputOf<typeof publishCheck>> {
  const results = await checked(ctx, draft)
  const rows = results.flatMap(({ problems, says, notes = [] }) => [
    ...problems.map(({ path, message }) => ({ state: 'wrong' as const, text: message, path })),
    ...(problems.length === 0 && says !== undefined ? [{ state: 'ok' as const, text: says, path: null }] : []),
    ...notes.map((text) => ({ state: 'note' as const, text, path: null })),
  ])
  return { rows, isPending: results.some(({ isPending }) => isPending) }
}

async function checked(ctx: Context<Employee>, { order, ...rest }: Unread): Promise<CheckResult[]> {
  const settings = OrderSettings.safeParse(order.settings).data
  const draft: Draft = { order, ...rest, settings, files: await orderFiles(ctx, order.id, null) }
  const results: CheckResult[] = []
  for (const check of serversOf(order).flatMap(({ publishChecks = [] }) => publishChecks)) {
    const result = await check(ctx, draft)
    if (result) results.push(result)
  }
  return results
}
