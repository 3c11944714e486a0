import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import * as z from 'zod'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { lastChange, recruitDetail, releaseChange, saveChange } from '../contract/order.ts'
import { recruitPlace, type Side } from '../rules/places.ts'

interface Values {
  content: string
  endsAt?: string | null
  notice?: string | null
}

/** Writes the next change of a call; released, everybody who applied is told. */
export function Screen({ side }: { side: Side }) {
  const { orderId = '' } = useParams()
  const order = useCall(recruitDetail, { params: { orderId } }, { fresh: 0 })
  const last = useCall(lastChange, { query: { orderId } }, { fresh: 0 })
  return (
    <WhenLoaded query={order}>
      {(found) => (
        <WhenLoaded query={last}>{({ change }) => <ChangeForm order={found} change={change} side={side} />}</WhenLoaded>
      )}
    </WhenLoaded>
  )
}

interface ChangeFormProps {
  order: OutputOf<typeof recruitDetail>
  change: OutputOf<typeof lastChange>['change']
  side: Side
}

function ChangeForm({ order, change, side }: ChangeFormProps) {
  const { orderId, title, code, actions, endsAt, notice } = order
  const navigate = useNavigate()
  const place = recruitPlace(side, orderId)
  const save = useAction(saveChange, { success: '变更已保存，尚未发布' })
  const keep = useAction(saveChange)
  const release = useAction(releaseChange, { success: '变更已发布，已告知全部申请的供应商' })
  const allowed = actions.find(({ action }) => action === 'change')
  if (!allowed || allowed.reason)
    return <EmptyPage head="征集变更" title={allowed?.reason ?? '征集已截止，不能再变更'} />
  const saved = change?.state === 'saved' ? change : null
  const params = { orderId }
  const bodyOf = (values: Values) => ({
    content: values.content ?? '',
    endsAt: values.endsAt ?? null,
    notice: values.notice?.trim() ? values.notice : null,
  })
  return (
    <FormScreen<Values>
      title="征集变更"
      back={{ label: title, to: place }}
      facts={[code, `现申请截止时间 ${formatTime(endsAt)}`]}
      schema={Fields}
      initial={{ content: saved?.content ?? '', endsAt: saved?.endsAt ?? null, notice: saved?.notice ?? notice }}
      sections={[
        {
          title: saved ? '待发布的变更' : '新的变更',
          hint: '品类、费用和邀请范围不能变更；发布后告知全部已申请的供应商，最近一次变更显示在征集页面。',
          fields: [
            { kind: 'area', name: 'content', label: '变更说明', required: true, rows: 4, maxLength: 2000 },
            {
              kind: 'instant',
              name: 'endsAt',
              label: '新的申请截止时间',
              future: true,
              help: '不改则留空；不能早于当前时间',
            },
            { kind: 'area', name: 'notice', label: '变更后的公告', rows: 8, maxLength: 10_000 },
          ],
        },
      ]}
      extra={(values) => (
        <Button loading={save.busy} onClick={() => void save.run({ params, body: bodyOf(values()) })}>
          保存
        </Button>
      )}
      submit={{
        label: '发布变更',
        confirm: '发布后立即生效，并告知全部已申请的供应商。',
        async run(values) {
          const kept = await keep.run({ params, body: bodyOf(values) })
          return kept.ok ? release.run({ body: { orderId } }) : kept
        },
      }}
      onDone={() => void navigate(place, { replace: true })}
    />
  )
}

const Fields = z.object({ content: z.string().trim().min(2, '请填写变更说明') })
