import { Radio } from 'antd'
import { useNavigate } from 'react-router'
import type { AnyMethod } from '../../../methods/method.ts'
import { fillWords } from '../../../methods/words.ts'
import { runsOf } from '../../../methods/all.ts'
import { runName } from '../../../methods/say.ts'
import { REGIMES } from '../../../rules/regimes.ts'
import { buyerOf, useBuyer } from '../use-buyer.ts'
import type { ProjectDetail } from './order-values.ts'

/** Whom a method admits, in words. */
function meaningOf({ admission, hears, minSuppliers }: AnyMethod) {
  if (admission === 'open') return '{announcement}发布后任何供应商都可报名'
  return hears === 'announcement'
    ? '仅邀请一家供应商，公示理由后协商价格和合同条款'
    : `仅向 ${minSuppliers} 家以上受邀供应商发出{invitation}，不公开发布`
}

interface MethodChoiceProps {
  project?: Pick<ProjectDetail, 'projectId' | 'regime'>
}

/**
 * Which method a new order runs under and whom it admits, where its family has several; what the project's regime does not
 * provide for stands last, and is warned of.
 */
export function MethodChoice({ project }: MethodChoiceProps) {
  const { method: chosen, side } = useBuyer()
  const navigate = useNavigate()
  const isForeign = ({ regimes }: AnyMethod) => project !== undefined && !regimes.includes(project.regime)
  const runs = runsOf(chosen.family).toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)))
  if (runs.length === 1 && !isForeign(chosen)) return null
  const choose = (name: string) => {
    const run = runs.find((one) => runName(one) === name)
    if (run) void navigate(buyerOf(side, run).form(project ? { projectId: project.projectId } : {}), { replace: true })
  }
  const regimes = chosen.regimes.map((one) => REGIMES[one].label).join('、')
  return (
    <div className="buyer-method kb-row kb-gap-16 kb-tight kb-wrap" role="group" aria-labelledby="method-choice">
      <span id="method-choice">采购方式</span>
      <Radio.Group
        options={runs.map((run) => ({ value: runName(run), label: runName(run) }))}
        value={runName(chosen)}
        onChange={(event) => choose(String(event.target.value))}
      />
      {project && isForeign(chosen) ? (
        <small className="kb-warn" role="alert">
          {chosen.name}用于{regimes}，本项目为{REGIMES[project.regime].label}；发布前须确认
        </small>
      ) : (
        <small className="kb-muted">{fillWords(chosen.words, meaningOf(chosen))}</small>
      )}
    </div>
  )
}
