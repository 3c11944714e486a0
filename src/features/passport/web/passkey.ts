import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

/** Whether passkeys can be used here: browsers want TLS and a name, not a number, as address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(window.location.hostname)
}

/** What `navigator.credentials` made, as it is sent. */
type Response = { id: string; type: 'public-key' } & Record<string, unknown>

/** Makes a passkey; null when the person broke it off or the device has one already. */
export async function makePasskey(options: unknown): Promise<Response | null> {
  return startRegistration({ optionsJSON: options as never })
    .then((made) => made as unknown as Response)
    .catch(() => null)
}

/** Shows a passkey; null when the person broke it off. */
export async function showPasskey(options: unknown): Promise<Response | null> {
  return startAuthentication({ optionsJSON: options as never })
    .then((shown) => shown as unknown as Response)
    .catch(() => null)
}
