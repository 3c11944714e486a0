import type { DrawKind } from '#contract/draw.ts'
import type { Drawn } from '#contract/draw.ts'
import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'

type Any = Context<Actor | null>

/** A draw that has been made, as its host hears of it. */
export interface MadeDraw {
  drawId: string
  subject: string
  kind: DrawKind
  result: readonly Drawn[]
}

/** The feature in which something is drawn. */
export interface DrawHost {
  kinds: readonly DrawKind[]
  /** Takes the lock of the subject, which comes before that of its draws. */
  lock(ctx: Any, subject: string): Promise<void>
  /** As what the caller takes part in draws of the subject; null: not at all. */
  roleOf(ctx: Context<Actor>, draw: { kind: DrawKind; subject: string }): Promise<string | null>
  /** Does what follows from the result; in the transaction that records it, the subject locked. */
  apply(ctx: Any, draw: MadeDraw): Promise<void>
}

/** The hosts of all kinds, as they were put together; the draw's own feature knows none of them. */
export class DrawHosts {
  readonly #hosts: readonly DrawHost[]

  constructor(hosts: readonly DrawHost[]) {
    this.#hosts = hosts
  }

  of(kind: DrawKind): DrawHost {
    const host = this.#hosts.find(({ kinds }) => kinds.includes(kind))
    if (!host) throw new Error(`nobody hosts draws of ${kind}`)
    return host
  }
}
