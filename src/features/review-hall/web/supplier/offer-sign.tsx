import { Button, Input } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { toast } from '#web/feedback.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { useAction } from '#web/use-call.ts'
import { ownOfferFile, type OwnOffer, submitSignFile } from '../../contract/offers.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import type { OfferParams } from './offer-form.tsx'
import { OfferLines } from './offer-lines.tsx'
import { enteredOf } from './offer-rules.ts'

/** A submitted offer: its lines, its quotation, and the signature on the quotation's hash. */
export function OfferSign({ params, offer }: { params: OfferParams; offer: OwnOffer }) {
  return (
    <>
      {offer.round.mode !== QuoteMode.values.total && <OfferLines offer={offer} entered={enteredOf(offer)} />}
      {offer.sha256 && (
        <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
          <span>
            报价单指纹 <Fingerprint hex={offer.sha256} />
          </span>
          {offer.signedAt && <span className="kb-good">✓ {formatTime(offer.signedAt, true)} 已签署</span>}
          <button
            type="button"
            className="kb-accent kb-nowrap"
            onClick={() => void openFile(ownOfferFile, { params: { ...params } })}
          >
            查看报价单（PDF）
          </button>
        </p>
      )}
      {offer.sha256 && offer.actions.some((a) => a.action === 'sign') && (
        <SignForm params={params} offer={offer} sha256={offer.sha256} />
      )}
    </>
  )
}

function SignForm({ params, offer, sha256 }: { params: OfferParams; offer: OwnOffer; sha256: string }) {
  const { projectId, ...own } = params
  const [password, setPassword] = useState('')
  const may = offer.actions.find((a) => a.action === 'sign')
  const sign = useAction(submitSignFile, {
    success: '报价单已签署',
    onDone: () => setPassword(''),
  })
  const run = () =>
    password === ''
      ? toast.warning('请输入登录密码')
      : void sign.run({ params: { projectId }, body: { ...own, sha256, password } })
  return (
    <form
      className="rv-decide kb-above-12 kb-pad-top-12 kb-rule-top"
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <Labelled label="登录密码（签署的是上列指纹对应的报价单）">
        {(id) => (
          <Input.Password
            id={id}
            className="rv-password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Labelled>
      <Button
        type="primary"
        htmlType="submit"
        loading={sign.busy}
        disabled={may?.reason !== undefined}
        title={may?.reason}
      >
        签署报价单
      </Button>
    </form>
  )
}
