import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask, toast } from '#web/feedback.ts'
import { tr } from '#web/kit/labels.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { Countdown, TimeText } from '#web/kit/values.tsx'
import { CallError, call } from '#web/call.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { wxBindCode, wxBinding, wxUnbind } from '../contract.ts'
import './wechat.css'

type Code = OutputOf<typeof wxBindCode>

/** How often it is looked whether the code was scanned. */
const POLL_MS = 2_000

/** The WeChat account that platform messages go to: bound by scanning a code, undone here. */
export function WeChatBinding() {
  const [code, setCode] = useState<Code | null>(null)
  const binding = useCall(wxBinding, {}, code ? { every: POLL_MS, fresh: 0 } : {})
  const isBound = binding.data?.isBindWX ?? false
  const unbind = useAction(wxUnbind, { success: '已解除绑定' })
  useEffect(() => {
    if (!isBound || !code) return
    setCode(null)
    toast.success(tr('微信绑定成功'))
  }, [isBound, code])
  const show = async () => {
    try {
      setCode(await call(wxBindCode))
    } catch (error) {
      if (error instanceof CallError && !error.handled) toast.error(error.message)
    }
  }
  const undo = async () => {
    const content = '解除后不再通过微信接收消息，可随时重新绑定。'
    if (await ask({ title: '解除微信绑定', content, danger: true })) await unbind.run()
  }
  if (binding.error && !binding.data) return <ErrorState error={binding.error} onRetry={() => void binding.refetch()} />
  if (!binding.data) return <Skeleton lines={2} />
  if (isBound)
    return (
      <div className="kb-row kb-gap-16 kb-loose kb-wrap">
        <span>
          {tr('已绑定')}，<TimeText at={binding.data.boundAt} absolute />
        </span>
        <Button danger onClick={() => void undo()}>
          {tr('解除绑定')}
        </Button>
      </div>
    )
  return (
    <>
      <div className="kb-row kb-gap-16 kb-loose kb-wrap">
        <span>{tr('未绑定。绑定后可在微信接收开标、变更等重要消息。')}</span>
        <Button onClick={() => void show()}>{tr(code ? '刷新二维码' : '绑定微信')}</Button>
      </div>
      {code && <QrCode code={code} refusal={binding.data.refusal} />}
    </>
  )
}

function QrCode({ code, refusal }: { code: Code; refusal: string }) {
  return (
    <div className="passport-qr kb-flex kb-gap-20 kb-wrap kb-above-16">
      <img
        className="kb-picture kb-round"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(code.svg)}`}
        alt={tr('绑定微信的二维码')}
        width={180}
        height={180}
      />
      <div className="kb-stack">
        <p>{tr('请使用微信“扫一扫”扫描二维码，关注后即完成绑定。')}</p>
        <p className="kb-muted">
          {tr('有效时间')} <Countdown at={code.expiresAt} over="二维码已失效，请刷新" />
        </p>
        {refusal && (
          <p role="alert" className="kb-bad">
            {refusal}
          </p>
        )}
        {code.isLocal && (
          <p className="kb-muted">
            {tr('演示环境未接入微信公众号。')}
            <a className="kb-inline-link" href={new URL(code.url).pathname} target="_blank" rel="noreferrer">
              {tr('打开模拟手机扫码')}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
