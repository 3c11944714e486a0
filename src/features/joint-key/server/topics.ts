import { Id } from '#contract/id.ts'
import { inContext } from '#server/context.ts'
import type { LiveTopic } from '#server/live.ts'
import { attemptOf } from './access.ts'

/** `joint-key:<ceremonyId>`: its officers. */
export const topics: readonly LiveTopic[] = [
  {
    prefix: 'joint-key',
    async allows(kernel, { tenantId, actor }, id) {
      if (!actor || !Id.safeParse(id).success) return false
      const attempt = await inContext(kernel, { tenantId, actor, readOnly: true }, (ctx) => attemptOf(ctx, id))
      return attempt?.officers.some((officer) => officer.userId === actor.userId) ?? false
    },
  },
]
