import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { demandPlaces } from '#features/demands/rules/places.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { Step } from '#web/kit/steps-rail.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import {
  beginVerification,
  closeReport,
  failVerification,
  removeVerification,
  verificationDetail,
  waiveVerification,
} from '../contract.ts'
import { type Action, places } from '../rules/verification.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { ConclusionPart, MemberPart, OpinionPart, ParameterPart, SubjectPart } from './parts.tsx'
import { type Detail, stateTag } from './words.ts'

interface Props {
  side: 'purchaser' | 'agency'
}

/** One verification: what is verified, by whom, what they said, what it came to. */
export function Screen({ side }: Props) {
  const { argumentId: id = '' } = useParams()
  useLive(`verification:${id}`)
  const navigate = useNavigate()
  const params = { verificationId: id }
  const query = useCall(verificationDetail, { params })
  const place = places(side)
  const [isInviting, setInviting] = useState(false)
  const begin = useAction(beginVerification, { success: '论证已开始，专家收到通知' })
  const fail = useAction(failVerification, { success: '论证已终止' })
  const close = useAction(closeReport, { success: '论证报告已出具' })
  const waive = useAction(waiveVerification, { success: '已记录' })
  const remove = useAction(removeVerification, {
    success: '已删除',
    onDone: () => void navigate(place.list, { replace: true }),
  })
  const acts: Partial<Record<Action, () => unknown>> = {
    edit: () => navigate(place.edit(id)),
    remove: () => remove.run({ params }),
    invite: () => setInviting(true),
    add: () => setInviting(true),
    begin: () => begin.run({ params }),
    fail: () =>
      askText({
        title: '终止论证',
        hint: '终止后不能恢复，受邀专家收到通知和原因。',
        okText: '终止',
        danger: true,
        run: (reason) => fail.run({ params, body: { reason } }),
      }),
    close: () =>
      askText({
        title: '出具报告',
        hint: '尚有专家未签署；请说明原因，报告记录其未签字。',
        okText: '出具报告',
        run: (reason) => close.run({ params, body: { reason } }),
      }),
    waive: () =>
      askText({
        title: '说明不再论证的理由',
        hint: '论证对象在论证后已变更，应当重新论证；不再论证的，理由记录在案。',
        run: (reason) => waive.run({ params, body: { reason } }),
      }),
  }
  return (
    <DetailScreen query={query} back={{ label: '需求论证', to: place.list }}>
      {(detail) => ({
        title: detail.title,
        status: <StatusTag {...stateTag(detail.state)} />,
        facts: [detail.code, `${detail.createdByName}经办`],
        steps: stepsOf(detail),
        actions: detail.actions,
        onAction: (action) => void acts[action as Action]?.(),
        extra: (
          <>
            {detail.state === 'reported' && detail.conclusion === 'amended' && detail.subjectKind === 'demand' && (
              <Button
                onClick={() => void navigate(demandPlaces({ side, profile: 'general' }).detail(detail.subjectId))}
              >
                修订需求
              </Button>
            )}
            {detail.hash !== '' && <Button onClick={() => void navigate(place.report(id))}>论证报告</Button>}
          </>
        ),
        notice: (
          <>
            {detail.state === 'failed' && (
              <Alert className="kb-below-16" type="error" showIcon title={`论证已终止：${detail.failReason}`} />
            )}
            {detail.isOutdated && (
              <Alert
                className="kb-below-16"
                type="warning"
                showIcon
                title={`论证对象已变更为第 ${detail.currentVersion} 版，本次论证针对第 ${detail.version} 版；请重新论证，或者说明不再论证的理由。`}
              />
            )}
            {isInviting && <InviteDialog detail={detail} onClose={() => setInviting(false)} />}
          </>
        ),
        sections: [
          { key: 'subject', title: '论证内容', content: <SubjectPart detail={detail} /> },
          detail.parameters.length > 0 && {
            key: 'parameters',
            title: '需求参数',
            content: <ParameterPart detail={detail} />,
          },
          { key: 'questions', title: '论证问题', content: <Questions detail={detail} /> },
          detail.members.length > 0 && { key: 'members', title: '论证专家', content: <MemberPart detail={detail} /> },
          detail.members.some(({ hasGiven }) => hasGiven) && {
            key: 'opinions',
            title: '专家意见',
            content: <OpinionPart detail={detail} />,
          },
          detail.conclusion !== '' && {
            key: 'conclusion',
            title: '论证结论',
            content: <ConclusionPart detail={detail} />,
          },
          detail.waivers.length > 0 && {
            key: 'waivers',
            title: '不再论证的理由',
            content: <Waivers detail={detail} />,
          },
        ],
      })}
    </DetailScreen>
  )
}

const STEPS = ['draft', 'inviting', 'reviewing', 'concluded', 'reported'] as const
const LABELS = ['起草', '邀请专家', '独立论证', '结论与签署', '报告']

function stepsOf({ state }: Detail): Step[] {
  const now = state === 'failed' ? -1 : state === 'reported' ? STEPS.length : STEPS.indexOf(state)
  return LABELS.map((label, i) => ({ key: label, label, state: i < now ? 'done' : i === now ? 'now' : 'next' }))
}

function Questions({ detail }: { detail: Detail }) {
  return (
    <ol>
      {detail.questions.map(({ questionId, title }) => (
        <li key={questionId}>{title}</li>
      ))}
    </ol>
  )
}

function Waivers({ detail }: { detail: Detail }) {
  return (
    <ul>
      {detail.waivers.map(({ version, reason, madeByName }) => (
        <li key={version}>
          第 {version} 版：{reason}（{madeByName}）
        </li>
      ))}
    </ul>
  )
}
