import { Alert, Button, Form, Select } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { reviewSetting, saveSetting, Setting, startReview } from '../contract.ts'
import { MAX_MEMBERS, MIN_MEMBERS } from '../rules/review.ts'
import { CriteriaRows } from './criteria-rows.tsx'
import { usePlace } from './use-place.ts'

type Loaded = OutputOf<typeof reviewSetting>

/** Who gives opinions on what, until when; without it the handler compares alone. */
export function Screen() {
  const { orderId } = usePlace()
  return orderId ? <LoadedSetting orderId={orderId} /> : <EmptyPage head="线上评审设置" title="请从采购单进入" />
}

function LoadedSetting({ orderId }: { orderId: string }) {
  const query = useCall(reviewSetting, { params: { orderId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(loaded) => <SettingPage loaded={loaded} />}</WhenLoaded>
}

function SettingPage({ loaded }: { loaded: Loaded }) {
  const { orderId, code, title, blocked, setting, people } = loaded
  const place = usePlace()
  const navigate = useNavigate()
  const params = { orderId }
  const toReview = () => void navigate(place.page('file'))
  const save = useAction(saveSetting, { success: '设置已保存' })
  const drop = useAction(saveSetting, { success: '已改为不组织线上评审', onDone: toReview })
  const start = useAction(startReview, { success: '线上评审已发起，评审人员已获通知' })
  const page = {
    title: '线上评审设置',
    facts: [code, title],
    back: { label: '线上评审', to: place.page('file') },
  }
  if (blocked !== null)
    return (
      <article>
        <PageHead {...page} />
        <Alert type="info" showIcon title={blocked} />
      </article>
    )
  const options = people.map(({ employeeId, name, department }) => ({
    value: employeeId,
    label: department ? `${name}（${department}）` : name,
  }))
  return (
    <FormScreen<Setting>
      {...page}
      initial={setting ?? { criteria: ['技术参数和配置满足采购要求', '交货期和售后服务满足采购要求'], note: '' }}
      schema={Setting}
      sections={[
        {
          title: '评审人员',
          hint: `选择 ${MIN_MEMBERS} 至 ${MAX_MEMBERS} 名本单位人员。意见提交前互不可见，全部提交后同时开启；线上评审不对价格打分。`,
          fields: [
            {
              kind: 'custom',
              name: 'memberIds',
              label: '评审人员',
              required: true,
              wide: true,
              control: (
                <Select
                  mode="multiple"
                  maxCount={MAX_MEMBERS}
                  options={options}
                  placeholder="输入姓名查找"
                  showSearch={{ optionFilterProp: 'label' }}
                />
              ),
            },
            {
              kind: 'custom',
              name: 'chairId',
              label: '牵头人',
              required: true,
              control: <ChairSelect options={options} />,
            },
            { kind: 'instant', name: 'deadline', label: '意见提交截止时间', required: true, future: true },
          ],
        },
        {
          title: '评审事项',
          hint: '每个事项由评审人员选择同意、有保留意见或者不同意，后两者须说明理由。',
          fields: [
            {
              kind: 'custom',
              name: 'criteria',
              label: '评审事项',
              required: true,
              wide: true,
              control: <CriteriaRows />,
            },
            { kind: 'area', name: 'note', label: '评审说明', rows: 3, maxLength: 2000 },
          ],
        },
      ]}
      extra={(values) => (
        <>
          {setting && (
            <Button loading={drop.busy} onClick={() => void drop.run({ params, body: { setting: null } })}>
              不组织评审
            </Button>
          )}
          <Button loading={save.busy} onClick={() => void save.run({ params, body: { setting: settingOf(values()) } })}>
            保存
          </Button>
        </>
      )}
      submit={{
        label: '发起评审',
        confirm: '发起后评审人员立即收到通知，评审结束前不能定标或者发起下一轮报价。',
        run: (values) => start.run({ params, body: settingOf(values) }),
      }}
      onDone={toReview}
    />
  )
}

/** The form holds more: what a template of another review fills in. */
function settingOf({ criteria, memberIds, chairId, deadline, note }: Setting): Setting {
  return { criteria, memberIds, chairId, deadline, note }
}

interface ChairSelectProps {
  options: { value: string; label: string }[]
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** One of those who were chosen. */
function ChairSelect({ options, ...control }: ChairSelectProps) {
  const chosen = Form.useWatch<string[] | undefined>('memberIds') ?? []
  return (
    <Select
      {...control}
      placeholder="从评审人员中选择"
      options={options.filter(({ value }) => chosen.includes(value))}
    />
  )
}
