import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Kernel } from '#server/context.ts'
import type { Subscriber } from '#server/events.ts'
import { failReport, makeReport } from './report-make.ts'
import { REPORT_REQUESTED } from './report-request.ts'

const LEASE_MS = 15_000
const POLL_MS = 1000
const MOST_ATTEMPTS = 3
const runners = new Set<Runner>()

/** Wakes the runners of this process; another's look by themselves. */
export const reportRequested: Subscriber = {
  name: 'review-hall.report',
  kind: REPORT_REQUESTED,
  handle: async () => {
    for (const runner of runners) runner.wake()
  },
}

/** Makes reports in this process, one at a time, for as long as it serves. */
export function startReports(kernel: Kernel): () => Promise<void> {
  const runner = new Runner(kernel)
  runners.add(runner)
  return async () => {
    runners.delete(runner)
    await runner.stop()
  }
}

interface Claimed {
  tenantId: number
  reportId: string
  lease: string
  attempts: number
}

/** A lease that is kept alive lets one process make a report; what a dead process left is taken over where it stood. */
class Runner {
  readonly #kernel: Kernel
  readonly #loop: Promise<void>
  #stopped = false
  #waiting: (() => void) | null = null
  #woken = false

  constructor(kernel: Kernel) {
    this.#kernel = kernel
    this.#loop = this.#run()
  }

  wake(): void {
    this.#woken = true
    this.#waiting?.()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const claimed = await this.#claim()
        if (claimed) await this.#do(claimed)
        else await this.#pause()
      } catch (error) {
        if (this.#stopped) return
        this.#kernel.log.error({ err: error }, 'evaluation reports')
        await this.#pause()
      }
    }
  }

  async #claim(): Promise<Claimed | undefined> {
    const { rows } = await sql<Claimed>`
      update review_report_work w
      set lease = ${randomUUID()}, attempts = attempts + 1, due_at = ${until()}
      from (
        select tenant_id, report_id from review_report_work where due_at <= clock_timestamp()
        order by due_at limit 1 for update skip locked
      ) next
      where w.tenant_id = next.tenant_id and w.report_id = next.report_id
      returning w.tenant_id as "tenantId", w.report_id as "reportId", w.lease, w.attempts`.execute(this.#kernel.db)
    return rows[0]
  }

  async #do(claimed: Claimed): Promise<void> {
    let lost = false
    const isCut = () => lost || this.#stopped
    const pulse = setInterval(() => {
      this.#set(claimed, sql`due_at = ${until()}`).then(
        (still) => (lost = !still),
        () => undefined,
      )
    }, LEASE_MS / 3)
    try {
      if (claimed.attempts > MOST_ATTEMPTS) throw new AppError('unavailable', '多次生成未能完成，请重新生成')
      await makeReport(this.#kernel, claimed, isCut)
      if (this.#stopped) await this.#set(claimed, sql`due_at = clock_timestamp(), attempts = attempts - 1`)
      else await this.#end(claimed)
    } catch (error) {
      if (lost) return
      const known = error instanceof AppError ? error.message : null
      if (known === null) this.#kernel.log.error({ err: error, ...claimed }, 'evaluation report')
      if (known === null && claimed.attempts < MOST_ATTEMPTS) {
        await this.#set(claimed, sql`due_at = clock_timestamp() + ${claimed.attempts} * interval '1 second'`)
        return
      }
      await failReport(this.#kernel, claimed, known ?? '文档生成失败，请重新生成')
      await this.#end(claimed)
    } finally {
      clearInterval(pulse)
    }
  }

  /** False when the work is no longer this runner's. */
  async #set({ tenantId, reportId, lease }: Claimed, values: RawBuilder<unknown>): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update review_report_work set ${values}
      where tenant_id = ${tenantId} and report_id = ${reportId} and lease = ${lease}`.execute(this.#kernel.db)
    return numAffectedRows === 1n
  }

  async #end({ tenantId, reportId, lease }: Claimed): Promise<void> {
    await sql`
      delete from review_report_work
      where tenant_id = ${tenantId} and report_id = ${reportId} and lease = ${lease}`.execute(this.#kernel.db)
  }

  #pause(): Promise<void> {
    if (this.#woken || this.#stopped) {
      this.#woken = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting = null
        this.#woken = false
        resolve()
      }
      const timer = setTimeout(done, POLL_MS)
      this.#waiting = done
    })
  }
}

function until() {
  return sql`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`
}
