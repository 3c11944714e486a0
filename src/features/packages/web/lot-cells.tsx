import { Link } from 'react-router'
import { placeOf } from '#features/procurement/methods/places.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Side } from '../rules/places.ts'

interface Lot {
  orderId: string
  method: number
  code: string
  title: string
  admission: 'open' | 'invited'
  state: string
}

/** An order of a package by name and number; a draft leads to its form. */
export function LotName({ lot, side, projectId }: { lot: Lot; side: Side; projectId: string }) {
  const page = lot.state === 'publish.draft' ? 'publish.form' : 'publish.detail'
  return (
    <span className="kb-stack">
      <span>
        <Link
          className="kb-inline-link"
          to={placeOf({ id: lot.orderId, method: lot.method, ids: { projectId } }, page, side)}
        >
          {lot.title}
        </Link>
        {lot.admission === 'invited' && (
          <>
            {' '}
            <span className="kb-chip">仅邀请</span>
          </>
        )}
      </span>
      <small className="kb-muted">{lot.code}</small>
    </span>
  )
}

/** Where an order stands, and what it waits for. */
export function LotStage({ lot }: { lot: { stage: string; isAbortive: boolean; pendingApproval?: string | null } }) {
  return (
    <>
      <StatusTag label={lot.stage} tone={lot.isAbortive ? 'danger' : lot.stage === '草稿' ? 'neutral' : 'active'} />
      {lot.pendingApproval && <small className="kb-muted"> {lot.pendingApproval}审批中</small>}
    </>
  )
}
