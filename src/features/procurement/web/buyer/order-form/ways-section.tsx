import { Button, Dropdown, Form, InputNumber } from 'antd'
import { ask } from '#web/feedback.ts'
import { Parts } from '#web/shell/parts.tsx'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import { FormSection } from './form-section.tsx'
import type { WayPlan } from './marks.ts'
import { markSums, markToFill } from './marks.ts'
import { hasHundred } from './review-methods.ts'
import { WAY_TYPES, commonPlan, newWay } from './review-terms.ts'
import { WayEditor } from './way-editor.tsx'

/** Ways of review with their items; the marks are added up while one types. */
export function WaysSection() {
  const form = Form.useFormInstance()
  const reviewMethod = Form.useWatch<number | undefined>('reviewMethod', form) ?? 1
  return (
    <FormSection
      id="ways"
      title="评审办法"
      hint="先通过性评审，后评分；价格评分由系统按公式计算。"
      extra={
        <span className="kb-inline">
          评标委员会人数
          <Form.Item noStyle name={['settings', 'committeeSize']}>
            <InputNumber aria-label="评标委员会人数" size="small" min={3} max={15} step={2} precision={0} />
          </Form.Item>
        </span>
      }
    >
      <Form.Item noStyle name={['settings', 'ways']}>
        <WaysEditor reviewMethod={reviewMethod} />
      </Form.Item>
    </FormSection>
  )
}

interface WaysEditorProps {
  reviewMethod: number
  value?: WayPlan[]
  onChange?: (ways: WayPlan[]) => void
}

function WaysEditor({ reviewMethod, value = [], onChange }: WaysEditorProps) {
  const sums = markSums(value, reviewMethod)
  const takeCommonPlan = async () => {
    const agreed =
      value.length === 0 || (await ask({ title: '使用常用方案', content: '将替换现有的评审办法和评审项，确认替换？' }))
    if (agreed) onChange?.(commonPlan(reviewMethod))
  }
  return (
    <div>
      {value.map((way, i) => (
        <WayEditor
          key={i}
          way={way}
          sum={sums.ways[i]!}
          rest={hasHundred(reviewMethod) && !sums.totalOk && way.itemKind === 2 ? markToFill(value, i) : null}
          onChange={(changed) => onChange?.(value.map((other, j) => (j === i ? changed : other)))}
          onRemove={() => onChange?.(value.filter((_, j) => j !== i))}
        />
      ))}
      <div className="kb-row kb-wrap kb-below-12">
        <Dropdown
          trigger={['click']}
          menu={{
            items: WAY_TYPES.map((type) => ({
              key: type.value,
              label: type.label,
              onClick: () => onChange?.([...value, newWay(type.value)]),
            })),
          }}
        >
          <Button size="small">增加评审</Button>
        </Dropdown>
        <Button size="small" onClick={() => void takeCommonPlan()}>
          使用常用方案
        </Button>
        <Parts of={ORDER_SLOTS.reviewTemplate} isEmpty={value.length === 0} onLoad={(ways) => onChange?.(ways)} />
      </div>
      {hasHundred(reviewMethod) && (
        <p
          className={
            sums.totalOk
              ? 'buyer-sum kb-pad-y-8 kb-panel buyer-sum-ok'
              : 'buyer-sum kb-pad-y-8 kb-panel buyer-sum-wrong'
          }
          role="status"
        >
          <span className="buyer-sum-bar kb-flex kb-gap-4 kb-below-8 kb-clip" aria-hidden="true">
            {value.map(
              (way, i) =>
                way.itemKind === 2 && <i key={i} style={{ width: `${Math.min(100, Number(sums.ways[i]!.full))}%` }} />,
            )}
          </span>
          评分合计 <b>{sums.total}</b> / 100 分 {sums.totalOk ? '✓' : '，各项满分合计应为 100 分'}
        </p>
      )}
    </div>
  )
}
