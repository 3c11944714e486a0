import { stageOf } from '../engine/stage.ts'
import { isAbortive, wireStatus } from '../engine/states.ts'
import type { Admission } from '../methods/method.ts'
import { publicises } from '../rules/candidate-days.ts'
import type { Order } from './access.ts'
import { instant, iso, stageFacts } from './values.ts'

type Listed = 'id' | 'projectId' | 'code' | 'title' | 'estimatedPrice' | 'openAt' | 'createdAt'
type ShownOrder = Parameters<typeof stageFacts>[0] &
  Pick<Order, Listed> & {
    purchaserName: string
    /** Of the person who handles it; null where it left. */
    ownerName: string | null
  }

/** An order as lists show it at `now`. */
export function orderValue(row: ShownOrder, now: Date) {
  const stage = stageOf(stageFacts(row), now.getTime())
  return {
    orderId: row.id,
    projectId: row.projectId,
    code: row.code,
    title: row.title,
    method: row.method,
    admission: row.admission as Admission,
    status: wireStatus(row.state),
    state: row.state,
    stage: stage.label,
    step: stage.step,
    publicises: publicises(row),
    isAbortive: isAbortive(row),
    purchaserName: row.purchaserName,
    estimatedPrice: row.estimatedPrice,
    nextAt: instant(stage.nextAt),
    nextLabel: stage.nextLabel,
    openAt: iso(row.openAt),
    ownerName: row.ownerName ?? '',
    createdAt: row.createdAt.toISOString(),
  }
}
