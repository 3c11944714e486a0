import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import type { Feature, Todo } from '#server/feature.ts'
import { askEach } from './ask.ts'

/** As many as one feature is asked for. */
const MOST = 200

/** What waits for the reader and for its company, nearest deadline first, put off or not; and whether a feature could not say. */
export async function waitingTodos(
  ctx: Context<Actor>,
  features: readonly Feature[],
): Promise<{ todos: Todo[]; isPartial: boolean }> {
  const { rows, failed } = await askEach<Todo>(ctx, features, ({ home }) =>
    home?.todos ? () => home.todos!(ctx, MOST) : null,
  )
  const at = ({ dueAt }: Todo) => dueAt?.getTime() ?? Infinity
  return { todos: rows.toSorted((a, b) => at(a) - at(b)), isPartial: failed.length > 0 }
}
