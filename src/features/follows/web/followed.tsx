import { Alert } from 'antd'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import type { Followed } from '#features/membership/rules/lots.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { type followedOrders, follows } from '../contract.ts'
import { SERVICES } from './use-follow.ts'

type Row = Pick<OutputOf<typeof followedOrders>['rows'][number], 'last' | 'isPaused' | 'since'>

const WORDS = {
  companies: { product: '关注企业', unit: '家' },
  orders: { product: '关注项目', unit: '个' },
} as const satisfies Record<Followed, object>

/** How many are followed of how many, what is paused, and the way to more. */
export function StandingNote({ followed }: { followed: Followed }) {
  const standing = useCall(follows, {}, { fresh: 0 }).data?.[followed]
  if (!standing) return null
  const { limit, used } = standing
  const { product, unit } = WORDS[followed]
  const paused = limit === null ? 0 : Math.max(used - limit, 0)
  const way = (label: string) => (
    <Link className="kb-inline-link" to={SERVICES}>
      {label}
    </Link>
  )
  if (paused > 0)
    return (
      <Alert
        type="warning"
        showIcon
        className="kb-below-12"
        title={
          <>
            {limit === 0
              ? `${product}服务未开通或已到期，${used} ${unit}关注已全部暂停提醒。`
              : `当前可同时关注 ${limit} ${unit}，较晚关注的 ${paused} ${unit}已暂停提醒。`}
            关注不会丢失，{way(limit === 0 ? '开通后恢复' : '升级后恢复')}
          </>
        }
      />
    )
  if (limit === 0)
    return (
      <p className="kb-hint kb-below-12">
        {product}尚未开通，{way('购买服务或开通会员')}
      </p>
    )
  return (
    <p className="kb-hint kb-below-12">
      已关注 {used} {unit}
      {limit !== null && `，可同时关注 ${limit} ${unit}`}
      {limit !== null && used >= limit && <>，{way('升级会员')}</>}
    </p>
  )
}

/** What its people were told last of what is followed. */
export function LastTold({ last }: Pick<Row, 'last'>) {
  if (!last) return <span className="kb-muted">暂无动态</span>
  return (
    <span className="kb-column">
      <Link to={last.link} className="kb-break">
        {last.text}
      </Link>
      <span className="kb-note">{formatDate(last.at)}</span>
    </span>
  )
}

/** The columns that both lists end with. */
export const TOLD_COLUMNS = [
  {
    key: 'last',
    title: '最近动态',
    value: ({ last }: Row) => last?.text ?? '',
    render: ({ last }: Row) => <LastTold last={last} />,
  },
  { key: 'since', title: '关注时间', kind: 'date' as const, width: 120, value: ({ since }: Row) => since },
  {
    key: 'state',
    title: '提醒',
    width: 96,
    value: ({ isPaused }: Row) => (isPaused ? '已暂停' : '提醒中'),
    render: ({ isPaused }: Row) => (
      <StatusTag label={isPaused ? '已暂停' : '提醒中'} tone={isPaused ? 'warning' : 'success'} />
    ),
  },
]
