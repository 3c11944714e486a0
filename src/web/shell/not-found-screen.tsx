import { Link } from 'react-router'
import { tr } from '../kit/labels.ts'
import { EmptyState } from '../kit/states.tsx'

export function Screen() {
  return (
    <EmptyState
      code="404"
      title="页面不存在"
      hint="地址有误，或页面已移动"
      action={<Link to="/">{tr('返回首页')}</Link>}
    />
  )
}
