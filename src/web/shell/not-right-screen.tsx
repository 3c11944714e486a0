import { Link } from 'react-router'
import { tr } from '../kit/labels.ts'
import { EmptyState } from '../kit/states.tsx'

export function Screen() {
  return (
    <EmptyState
      code="401"
      title="无权限访问"
      hint="如需使用该功能，请联系企业管理员授权"
      action={<Link to="/">{tr('返回首页')}</Link>}
    />
  )
}
