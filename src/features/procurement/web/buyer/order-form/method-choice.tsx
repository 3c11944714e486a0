import { Radio } from 'antd'
import { useNavigate } from 'react-router'
import { methodsOf } from '../../../methods/all.ts'
import { buyerOf, useBuyer } from '../use-buyer.ts'

const MEANINGS: Readonly<Record<'open' | 'invited', string>> = {
  open: '公告发布后任何供应商都可报名',
  invited: '仅向三家以上受邀供应商发出投标邀请书，不公开发布',
}

/** Which method a new order runs under, where its family has several; nothing where it has one. */
export function MethodChoice({ projectId }: { projectId?: string }) {
  const { method: chosen, side } = useBuyer()
  const navigate = useNavigate()
  const methods = methodsOf(chosen.family)
  if (methods.length === 1) return null
  const choose = (code: number) => {
    const method = methods.find((one) => one.code === code)
    if (method) void navigate(buyerOf(side, method).form(projectId ? { projectId } : {}), { replace: true })
  }
  return (
    <div className="buyer-method kb-row kb-gap-16 kb-tight kb-wrap" role="group" aria-labelledby="method-choice">
      <span id="method-choice">采购方式</span>
      <Radio.Group
        options={methods.map(({ code, name }) => ({ value: code, label: name }))}
        value={chosen.code}
        onChange={(event) => choose(Number(event.target.value))}
      />
      <small className="kb-muted">{MEANINGS[chosen.admission]}</small>
    </div>
  )
}
