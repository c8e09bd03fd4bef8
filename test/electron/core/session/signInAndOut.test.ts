import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../shared/base/result.ts'
import type { SignInFailure } from '../../../../electron/core/ports/brokerAnswers.ts'
import { pending } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, Desk, LIVE, PAPER } from '../deskHarness.ts'

const typed = (keep: 'keychain' | 'run') => ({
  venueId: 'live',
  username: 'ann',
  password: 'pw',
  signingKey: null,
  keep,
})
const again = { venueId: 'live', username: null, password: null, signingKey: null, keep: 'run' as const }

describe('signing in', () => {
  it('uses the built-in credentials of the paper broker and ends ready', async () => {
    const desk = new Desk()
    const session = desk.follow('session')
    expect(session.now()).toMatchObject({ phase: 'signed-out', venueId: null })
    await desk.ready()
    expect(
      session.deltas.map((state) => state.phase).filter((phase, n, all) => phase !== all[n - 1]),
    ).toEqual(['signed-out', 'signing-in', 'reconciling', 'ready'])
    expect(session.now()).toMatchObject({
      phase: 'ready',
      venueId: 'paper',
      username: 'paper',
      message: null,
    })
    expect(desk.broker.signIns).toEqual([PAPER.builtIn])
    expect(desk.markets.at(-1)?.followed.spare).toContain(BTC)
  })

  it('shows instruments and follows their books while the private channels are still connecting', async () => {
    const desk = new Desk()
    const session = desk.follow('session')
    const instruments = desk.follow('instruments')
    desk.prepare = (broker) => {
      broker.opens.clear()
    }
    const broker = await desk.ready()
    expect(session.now().phase).toBe('reconciling')
    expect(instruments.deltas.at(-1)?.map((delta) => delta.symbol)).toContain(BTC)
    expect(desk.markets.at(-1)?.followed.spare).toContain(BTC)
    for (const channel of ['orders', 'trades', 'balance-changes'] as const) broker.restore(channel)
    await desk.settle()
    expect(session.now().phase).toBe('ready')
  })

  it.each<[SignInFailure, string, string]>([
    [
      { kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS', message: 'LOGIN_BAD_CREDENTIALS' },
      'rejected-by-venue',
      'Wrong username or password',
    ],
    [
      { kind: 'not-verified', code: 'LOGIN_USER_NOT_VERIFIED', message: 'x' },
      'rejected-by-venue',
      'not verified yet',
    ],
    [
      { kind: 'unreachable', code: null, message: 'The venue does not answer at https://venue.example.' },
      'not-connected',
      'does not answer',
    ],
  ])(
    'says in one sentence why it failed: %o [5.jwt.4 7.LOGIN_USER_NOT_VERIFIED]',
    async (why, kind, words) => {
      const desk = new Desk()
      const session = desk.follow('session')
      desk.prepare = (broker) => {
        broker.signInAnswer = async () => fail(why)
      }
      const reply = await desk.call('session.signIn', typed('run'))
      expect(reply).toMatchObject({ ok: false, failure: { kind, code: why.code } })
      expect(session.now().phase).toBe('signed-out')
      expect(session.now().message).toContain(words)
      expect(desk.broker.closed).toBe(true)
    },
  )
})

describe('credentials', () => {
  it('are stored in the keychain only on request, and sign in the next time', async () => {
    const desk = new Desk()
    expect((await desk.call('session.signIn', typed('keychain'))).ok).toBe(true)
    expect(desk.vault.held.get('live')).toEqual({ username: 'ann', password: 'pw' })
    const next = new Desk({ settings: desk.settings })
    next.vault.held.set('live', { username: 'ann', password: 'pw' })
    const venue = next
      .follow('session')
      .now()
      .venues.find((message) => message.id === 'live')
    expect(venue).toMatchObject({ credentials: 'stored', username: 'ann' })
    expect((await next.call('session.signIn', again)).ok).toBe(true)
    expect(next.broker.signIns).toEqual([{ username: 'ann', password: 'pw' }])
  })

  it('cannot be stored without a keychain, and work for this run', async () => {
    const desk = new Desk({ vaultAvailable: false })
    const refused = await desk.call('session.signIn', typed('keychain'))
    const message = expect.stringContaining('keep for this run only') as string
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused', field: 'keep', message } })
    expect(desk.brokers).toHaveLength(0)
    expect((await desk.call('session.signIn', typed('run'))).ok).toBe(true)
    await desk.call('session.signOut', {})
    expect((await desk.call('session.signIn', again)).ok).toBe(true)
    expect(desk.vault.held.size).toBe(0)
  })

  it('are requested where none are known, and forgotten on request', async () => {
    const desk = new Desk()
    expect(await desk.call('session.signIn', again)).toMatchObject({
      ok: false,
      failure: { field: 'username' },
    })
    await desk.call('session.signIn', typed('keychain'))
    await desk.call('session.signOut', {})
    await desk.call('session.forget', { venueId: 'live' })
    expect(desk.vault.held.size).toBe(0)
    expect((await desk.call('session.signIn', again)).ok).toBe(false)
  })
})

describe('signing out', () => {
  it('drops a sign-in that finishes later', async () => {
    const desk = new Desk()
    const answer = pending<{ ok: true; value: null }>()
    desk.prepare = (broker) => {
      broker.signInAnswer = () => answer.promise
    }
    const signingIn = desk.call('session.signIn', typed('run'))
    await desk.settle()
    await desk.call('session.signOut', {})
    answer.resolve(ok(null))
    expect((await signingIn).ok).toBe(false)
    expect(desk.follow('session').now().phase).toBe('signed-out')
    expect(desk.broker.closed).toBe(true)
  })
})

describe('secrets', () => {
  it('appear in no reply, topic, setting or log line', async () => {
    const CANARY = 'canary-7f3a-never-shown'
    const desk = new Desk({ venues: [LIVE] })
    desk.follow('session')
    desk.follow('settings')
    desk.follow('customers')
    desk.mirror('notices', (notice) => String(notice.id))
    desk.prepare = (broker) => {
      broker.signInAnswer = async () =>
        fail({ kind: 'bad-credentials', code: 'LOGIN_BAD_CREDENTIALS', message: 'LOGIN_BAD_CREDENTIALS' })
    }
    await desk.call('session.signIn', { ...typed('keychain'), password: CANARY })
    desk.prepare = () => undefined
    expect((await desk.call('session.signIn', { ...typed('keychain'), password: CANARY })).ok).toBe(true)
    await desk.settle()
    await desk.call('session.signOut', {})
    await desk.call('session.signIn', again)
    await desk.settle()
    expect(desk.vault.held.get('live')?.password).toBe(CANARY)
    expect(desk.crossed.length).toBeGreaterThan(8)
    expect(desk.crossed.join('\n')).not.toContain(CANARY)
    expect(JSON.stringify(desk.settings.all())).not.toContain(CANARY)
    expect(desk.logged.length).toBeGreaterThan(2)
    expect(JSON.stringify(desk.logged)).not.toContain(CANARY)
  })
})
