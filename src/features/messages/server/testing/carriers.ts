import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'

/** A mail as a server received it: headers and body, as they came over the wire. */
export interface MailServer {
  /** For SMTP_URL. */
  url: string
  received: string[]
  /** While set, a mail is taken but its reception is never confirmed. */
  silent: boolean
  /** While set, every mail is refused. */
  refusing: boolean
  close(): void
}

/** As much of RFC 5321 as a client needs. */
export async function mailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    let inData = false
    let text = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 here')
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (;;) {
        const end = text.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (inData ? 5 : 2))
        const wasData = inData
        if (wasData) mail.received.push(part)
        const command = wasData ? '' : part.toUpperCase()
        inData = command === 'DATA'
        if (wasData && mail.silent) continue
        if (mail.refusing && command.startsWith('MAIL')) say('451 try again later')
        else say(inData ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok')
      }
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    received: [],
    silent: false,
    refusing: false,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return mail
}

export interface Gateway {
  /** For SMS_URL. */
  url: string
  requests: { headers: IncomingHttpHeaders; body: string }[]
  /** Texts that went on to a telephone: one per id, as the protocol wants it. */
  delivered: Map<string, { mobile: string; text: string }>
  silent: boolean
  /** While set, what comes is in hand until it resolves. */
  hold: Promise<void> | null
  /** Answered while set. */
  status: number
  close(): void
}

/** A text gateway that sends what it is handed once per id. */
export async function gateway(): Promise<Gateway> {
  const server = createServer((request, response) => {
    let body = ''
    request
      .on('data', (chunk) => (body += chunk))
      .on('end', async () => {
        gate.requests.push({ headers: request.headers, body })
        await gate.hold
        const { id, mobile, text } = JSON.parse(body) as { id: string; mobile: string; text: string }
        if (gate.status < 300 && !gate.delivered.has(id)) gate.delivered.set(id, { mobile, text })
        if (!gate.silent) response.writeHead(gate.status).end()
      })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const gate: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    requests: [],
    delivered: new Map(),
    silent: false,
    hold: null,
    status: 200,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return gate
}
