import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { openFile } from '#web/export.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import {
  concludeVerification,
  replyVerification,
  signVerification,
  verificationDetail,
  verificationReport,
} from '../contract.ts'
import { type Action, CONCLUSIONS, expertPlaces, places } from '../rules/verification.ts'
import { OpinionForm } from './opinion-form.tsx'
import { ConclusionPart, MemberPart, OpinionPart, ParameterPart, SubjectPart } from './parts.tsx'
import { type Detail, stateTag } from './words.ts'

interface Props {
  side: 'purchaser' | 'agency' | 'expert'
}

/** The desk of a verification: an expert replies, says what it thinks alone, and signs; the chair sums up; its owner looks on. */
export function Screen({ side }: Props) {
  const { argumentId: id = '' } = useParams()
  const [search] = useSearchParams()
  useLive(`verification:${id}`)
  const navigate = useNavigate()
  const params = { verificationId: id }
  const query = useCall(verificationDetail, { params })
  const [dialog, setDialog] = useState<'conclude' | 'sign' | null>(null)
  const reply = useAction(replyVerification, { success: '已答复' })
  const back =
    side === 'expert' ? { label: '需求论证', to: expertPlaces.list } : { label: '论证', to: places(side).detail(id) }
  if (search.get('edit') === 'opinions') return <OpinionForm id={id} />
  const acts: Partial<Record<Action, () => unknown>> = {
    opine: () => navigate(`${expertPlaces.desk(id)}?edit=opinions`),
    conclude: () => setDialog('conclude'),
    sign: () => setDialog('sign'),
  }
  const accept = async (detail: Detail) => {
    const content = `本人与${detail.suppliers.join('、') || '有关供应商'}及采购人没有利害关系，将独立、客观地提出意见，并对论证内容保密。`
    if (await ask({ title: '接受论证邀请', content, okText: '声明并接受' }))
      await reply.run({ params, body: { accepts: true } })
  }
  const refuse = () =>
    askText({
      title: '不参加论证',
      label: '原因（存在利害关系的请说明）',
      okText: '不参加',
      run: (reason) => reply.run({ params, body: { accepts: false, reason } }),
    })
  return (
    <DetailScreen query={query} back={back}>
      {(detail) => {
        const mayReply = detail.actions.some(({ action }) => action === 'reply')
        return {
          title: detail.title,
          status: <StatusTag {...stateTag(detail.state)} />,
          facts: [detail.code],
          actions: side === 'expert' ? detail.actions.filter(({ action }) => action !== 'reply') : [],
          onAction: (action) => void acts[action as Action]?.(),
          extra: (
            <>
              {mayReply && <Button onClick={refuse}>不参加</Button>}
              {mayReply && (
                <Button type="primary" loading={reply.busy} onClick={() => void accept(detail)}>
                  接受邀请
                </Button>
              )}
              {detail.hash !== '' && (
                <Button onClick={() => void openFile(verificationReport, { params })}>论证报告</Button>
              )}
            </>
          ),
          notice: (
            <>
              {detail.state === 'failed' && (
                <Alert className="kb-below-16" type="error" showIcon title={`论证已终止：${detail.failReason}`} />
              )}
              {dialog === 'conclude' && <Conclude id={id} onClose={() => setDialog(null)} />}
              {dialog === 'sign' && <Sign detail={detail} onClose={() => setDialog(null)} />}
            </>
          ),
          sections: [
            detail.conclusion !== '' && {
              key: 'conclusion',
              title: '论证结论',
              content: <ConclusionPart detail={detail} />,
            },
            detail.members.some(({ reply: said }) => said === 'accepted') && {
              key: 'opinions',
              title: '专家意见',
              content: <OpinionPart detail={detail} />,
            },
            { key: 'subject', title: '论证内容', content: <SubjectPart detail={detail} /> },
            detail.parameters.length > 0 && {
              key: 'parameters',
              title: '需求参数',
              content: <ParameterPart detail={detail} />,
            },
            { key: 'members', title: '论证专家', content: <MemberPart detail={detail} /> },
          ],
        }
      }}
    </DetailScreen>
  )
}

function Conclude({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ActionDialog
      title="形成论证结论"
      endpoint={concludeVerification}
      fields={[
        {
          kind: 'radio',
          name: 'conclusion',
          label: '结论',
          required: true,
          options: Object.entries(CONCLUSIONS).map(([value, label]) => ({ value, label })),
        },
        { kind: 'area', name: 'summary', label: '意见综述', required: true, maxLength: 5000, rows: 4 },
        {
          kind: 'area',
          name: 'amendments',
          label: '应当修改的内容',
          maxLength: 5000,
          rows: 3,
          when: ({ conclusion }) => conclusion === 'amended',
        },
      ]}
      input={(body: { conclusion: 'passed'; summary: string; amendments?: string }) => ({
        params: { verificationId: id },
        body,
      })}
      hint="结论形成后不能修改，由全体专家签署；不同意的可以在签署时写明不同意见。"
      success="论证结论已形成，请专家签署"
      onClose={onClose}
    />
  )
}

function Sign({ detail, onClose }: { detail: Detail; onClose: () => void }) {
  const own = detail.members.find(({ isOwn }) => isOwn)
  return (
    <ActionDialog
      title="签署论证报告"
      endpoint={signVerification}
      fields={[
        {
          kind: 'text',
          name: 'signature',
          label: '本人姓名',
          required: true,
          maxLength: 40,
          help: `请输入“${own?.name ?? ''}”`,
        },
        { kind: 'area', name: 'dissent', label: '不同意见（没有的不填）', maxLength: 2000, rows: 3 },
      ]}
      input={({ signature, dissent = '' }: { signature: string; dissent?: string }) => ({
        params: { verificationId: detail.verificationId },
        body: { signature, dissent, hash: detail.hash },
      })}
      hint="签署前请打开论证报告核对；签署记入审计链，不能撤回。"
      success="已签署"
      onClose={onClose}
    />
  )
}
