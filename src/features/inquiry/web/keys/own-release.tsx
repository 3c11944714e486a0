import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { Countdown } from '#web/kit/values.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { ownRelease, releaseQuote } from '../../contract-keys.ts'
import { ExtensionNote } from './extension-note.tsx'

type Release = NonNullable<OutputOf<typeof ownRelease>['release']>

/** What a supplier whose own key opens its quote does behind the deadline: release the keys, and see what becomes of it. */
export function Part({ orderId, round }: { orderId: string; round: number }) {
  const params = { orderId, round }
  const release = useCall(ownRelease, { params }).data?.release
  const give = useAction(releaseQuote, { quiet: true, success: '密钥已提交' })
  const [isOpen, setOpen] = useState(false)
  if (!release || (release.isOpened && release.state === 'released')) return null
  return (
    <>
      <Alert
        className="kb-below-16"
        showIcon
        type={TYPES[release.state]}
        title={titleOf(release)}
        description={
          <>
            <p className="kb-flat">{noteOf(release)}</p>
            <ExtensionNote extensions={release.extensions} />
          </>
        }
        action={
          release.state === 'waiting' && (
            <Button type="primary" onClick={() => setOpen(true)}>
              提交密钥
            </Button>
          )
        }
      />
      {isOpen && (
        <Parts
          of={BID_SLOTS.unwrap}
          title="提交报价密钥"
          okText="提交密钥"
          note={
            release.isJoint ? '提交后报价仍打不开：截止提交后由保管人共同开启。' : '全部提交或者时限届满后统一开启。'
          }
          orderId={orderId}
          files={release.files}
          keyFingerprint={release.keyFingerprint}
          onKeys={async (keys) => {
            const outcome = await give.run({ params, body: { keys } })
            if (!outcome.ok) throw outcome.error
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const TYPES = { waiting: 'warning', released: 'success', missed: 'error' } as const

function titleOf({ state, end, releasedAt, releasedName }: Release) {
  switch (state) {
    case 'waiting':
      return (
        <>
          报价已截止，请于 {formatTime(end, true)} 前提交密钥（剩余 <Countdown at={end} over="已到时" />）
        </>
      )
    case 'released':
      return `${releasedName}已于 ${formatTime(releasedAt, true)} 提交密钥`
    case 'missed':
      return '本企业未在规定时间内提交密钥，报价不予开启，视为撤销报价'
  }
}

function noteOf({ state, end, isJoint }: Release): string {
  switch (state) {
    case 'waiting':
      return '本次报价用本企业自己的密钥加密，平台打不开。密钥文件在本机浏览器中使用，私钥和口令不会离开本机。逾期未提交的不予开启，视为撤销报价。'
    case 'released':
      return isJoint
        ? `供应商提交密钥至 ${formatTime(end, true)}，此后由保管人共同开启，全部报价同时公布。`
        : `全部供应商提交密钥或者到 ${formatTime(end, true)} 后统一开启；此前采购方看不到任何报价。`
    case 'missed':
      return `提交密钥的时限为 ${formatTime(end, true)}。`
  }
}
