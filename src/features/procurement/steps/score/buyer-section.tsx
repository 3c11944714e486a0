import { Button, Form } from 'antd'
import type { WayPlan } from '../../rules/default-ways.ts'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import { markSums } from '../../web/buyer/order-form/marks.ts'
import { WayEditor } from '../../web/buyer/order-form/way-editor.tsx'
import { newPart, partProblems, SCORED_TYPES } from '../../rules/score-parts.ts'

/** The criteria by which a group scores, and what is wrong with them. */
export function ScoreSection() {
  return (
    <FormSection
      id="ways"
      title="评审标准"
      hint="由小组成员逐项打分取平均；价格分以最低的最后报价为基准由系统计算。价格所占分值：货物 30 至 60 分，服务 10 至 30 分。"
    >
      <Form.Item noStyle name={['settings', 'ways']}>
        <Parts />
      </Form.Item>
    </FormSection>
  )
}

function Parts({ value = [], onChange }: { value?: WayPlan[]; onChange?: (ways: WayPlan[]) => void }) {
  const sums = markSums(value, 1)
  const problems = partProblems(value)
  return (
    <div>
      {value.map((way, i) => (
        <WayEditor
          key={i}
          way={way}
          sum={sums.ways[i]!}
          rest={null}
          onChange={(changed) => onChange?.(value.map((other, j) => (j === i ? changed : other)))}
          onRemove={() => onChange?.(value.filter((_, j) => j !== i))}
        />
      ))}
      <div className="kb-row kb-wrap kb-below-12">
        {SCORED_TYPES.map(({ value: type, label }) => (
          <Button key={type} size="small" onClick={() => onChange?.([...value, newPart(type)])}>
            增加{label}
          </Button>
        ))}
      </div>
      {problems.map((message) => (
        <p key={message} className="kb-bad" role="alert">
          {message}
        </p>
      ))}
    </div>
  )
}
