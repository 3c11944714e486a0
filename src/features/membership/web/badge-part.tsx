import { Grid } from 'antd'
import { Link } from 'react-router'
import { formatDate } from '#contract/time.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { vipInfo } from '../contract.ts'
import { activeOf, SERVICES } from './own.ts'

/** In the bar on top: which membership the company has, for whoever works there; nothing where it has none. */
export function Part() {
  const active = activeOf(useCall(vipInfo).data)
  const { md: isWide = true } = Grid.useBreakpoint()
  // A narrow bar has no room for it: the personal centre says it there.
  if (!active || !isWide) return null
  const { productName } = active.productInfo
  return (
    <Link to={SERVICES} title={`${productName}，有效期至 ${formatDate(active.until)}`} aria-label={productName}>
      <StatusTag label={productName} tone="active" />
    </Link>
  )
}
