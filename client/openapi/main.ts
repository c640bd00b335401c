export interface paths {
    "/activity_type/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activity types
         * @description Returns all activity types unless `limit` or `offset` is sent. The list
         * changes rarely: cache it, and revalidate with its ETag.
         *
         *     Auth: any token.
         */
        get: operations["listActivityTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activity_type/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an activity type
         * @description Auth: any token.
         */
        get: operations["getActivityType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the changes of the data of a user
         * @description Each change of the diary, the data sources, their priorities, images, remote
         * connections and imports is an event, whoever made it: the user, a sync, an import,
         * another application or your own. Events name what has changed, and have no data: get the
         * resource for these. They are kept for 30 days. A token sees the events of what it can
         * read. Events are listed a moment after the change, usually within a second.
         *
         * Without a cursor, the list begins with the oldest event. If a cursor has expired, because
         * events after it are older than 30 days or because the token sees other things than
         * before, the response is 410: get everything anew, and start with `cursor=now`.
         *
         *     Auth: user token.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data_source/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the data sources of the user
         * @description Sorted by creation date. The active ones are listed, or with `active=false`
         * those that were deactivated.
         *
         *     Auth: user token with `data_sources.read`.
         */
        get: operations["listDataSources"];
        put?: never;
        /**
         * Create a data source
         * @description Creates the device if it does not exist. An existing device keeps the names
         * that it was created with. A user can have at most 500 active data sources, and 2,000 in
         * all. A deactivated data source does not count towards the 500.
         *
         *     Auth: user token with `data_sources.write`.
         */
        post: operations["createDataSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data_source/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a data source
         * @description Also returns inactive data sources, which `active=false` lists.
         *
         *     Auth: user token with `data_sources.read`.
         */
        get: operations["getDataSource"];
        /**
         * Update or deactivate a data source
         * @description Updates the fields that are sent. Setting `active` to false deactivates the
         * data source and deletes its priorities. It cannot be activated again.
         *
         *     Auth: user token with `data_sources.write`.
         */
        put: operations["updateDataSource"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data_source_priority/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the data source priorities of the user
         * @description Newest first. The first one of each priority type is in effect.
         *
         *     Auth: user token with `data_sources.read`.
         */
        get: operations["listDataSourcePriorities"];
        put?: never;
        /**
         * Set the preferred data source
         * @description Makes a data source the preferred one for a kind of data. The data source
         * must be active. Returns 200 if it is already preferred.
         *
         *     Auth: user token with `data_sources.write`.
         */
        post: operations["createDataSourcePriority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/data_source_priority/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a data source priority
         * @description Auth: user token with `data_sources.read`.
         */
        get: operations["getDataSourcePriority"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a device
         * @description A device is a hardware model, to which data sources refer. A model that one
         * user only has named is that user's, and needs the scope `data_sources.read`. All others
         * are shared by all users, and need no scope.
         *
         *     Auth: any token.
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/image/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an image
         * @description A multipart form with exactly two parts: `data`, with the owner of the
         * image, and `image`, a JPEG, PNG, WebP or GIF file of at most 4 MB and 65 megapixels. An
         * animation has at most 1000 frames, and 25 megapixels in all frames together. The format
         * is detected from the first bytes; the declared media type is ignored. The image is served
         * rotated upright and without metadata. The owner is an object of another system, which
         * this service does not have: its path is stored and never fetched. A user can upload 1000
         * images in a day (UTC).
         *
         *     Auth: user token with `images.write`.
         */
        post: operations["createImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/image/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image
         * @description `uri` is the image at its original size. `template` is a URL with
         * placeholders for width and height, from 1 to 4096 pixels. The image is scaled down to fit
         * that box, keeps its aspect ratio and is never enlarged. One placeholder may be left
         * empty.
         *
         *     Auth: any token.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        /**
         * Delete an image
         * @description Deletes an image that the same application has uploaded for the user. All
         * scripts of a user count as one application. Any other image is 404, as if it did not
         * exist: one of another user or application, and one that was uploaded before release
         * 0.7.0. Users delete any of their images on their account page. Repeating the request
         * returns 404.
         *
         *     Auth: user token with `images.write`.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports of files
         * @description Newest first, those of all applications and of the user. An import that was
         * undone is gone.
         *
         *     Auth: user token with `diary.read`.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import files with workouts, food and values of the body
         * @description A multipart form with one or several parts `file`: FIT, GPX, TCX or KML
         * files, also compressed by gzip, tables (CSV), and ZIP archives of them. The workouts
         * become exercise entries of the diary, each on the day at its place, and the rows of
         * tables food entries and measurements. Get the import until it is `done`; it says what
         * happened to each file. The same file is imported once, however often it is sent: a repeat
         * is a `duplicate`. A workout that a remote connection has sent, too, is one entry. All
         * files together have at most 4 MB. 5 imports of a user can run at a time, and 200 can be
         * started in a day, so send many files in one archive. The newest 500 imports are kept.
         *
         *     Auth: user token with `diary.write`.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/upload/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to import a large file in parts
         * @description For one file of up to 5 GB, such as an archive. Send each part in
         * `upload.parts` by PUT to its `url`, without an access token, and then complete the
         * upload. Get the import to continue after an interruption: it says which parts are
         * missing, with new URLs, which are valid for an hour. An upload that is not completed ends
         * after 24 hours. `DELETE` of the import ends it at once. 200 imports can be started in a
         * day, and 10 uploads of a day can be neither completed nor ended.
         *
         *     Auth: user token with `diary.write`.
         */
        post: operations["createImportUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import, and what happened to its files
         * @description The state, and a page of the files that were processed so far, in their
         * order. `limit` and `offset` select the page, and the links `next` and `prev` lead to
         * others. Each file links to the entries of the diary that it created, or of which it is a
         * duplicate, if they still exist. A page links to entries of at most 100 days, which
         * `limit=1` never exceeds. While its file is uploaded in parts, `upload` says which are
         * missing, with URLs for an hour.
         *
         *     Auth: user token with `diary.read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Undo an import
         * @description Ends the import if it is running, and deletes the entries, measurements and
         * images that it created, in the background. An entry that was edited stays. So does what
         * another import has brought, too. Until everything is deleted, the import is `undoing`;
         * then it is gone. Its files can be imported again. An import with `measurements` needs the
         * scope `measurements.write`, too, and one with `images` `images.write`.
         *
         *     Auth: user token with `diary.write`.
         */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{id}/answer/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer what the tables of an import leave open
         * @description Starts an import that `needs_answer`: each of its `questions` is answered by
         * one of its `choices`. Repeating the request, or a part of it, changes nothing, but other
         * answers are an error then: undo the import and send the file again. The answers are kept
         * with the import, so a file that is read again is not asked about again. Questions about a
         * table of measurements need the scope `measurements.write`, too.
         *
         *     Auth: user token with `diary.write`.
         */
        post: operations["answerImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/import/{id}/complete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete the upload of a large file
         * @description Starts the import of a file whose parts were all uploaded. Repeating the
         * request changes nothing. If parts are missing, the error names them.
         *
         *     Auth: user token with `diary.write`.
         */
        post: operations["completeImportUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbox/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what a phone or an app sends
         * @description Besides one value, the body can be a list of values, the JSON of Health Auto
         * Export or of Life Dashboard Companion, or workouts: a GPX, TCX or KML file as
         * `application/xml`, and FIT, ZIP or gzip files as `application/octet-stream`,
         * `application/zip`, `application/gzip`, `application/vnd.ant.fit`, `application/fit` or
         * parts of a `multipart/form-data`. Files are read later, and their status is 202.
         *
         *     Auth: secret of an inbox.
         */
        post: operations["pushToInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbox/{secret}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what an app sends that has no headers
         * @description As with the secret in a header, which is better: addresses end up in the
         * logs of programs between the app and the service.
         *
         *     Auth: secret of an inbox.
         */
        post: operations["pushToInboxAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the keys of id_tokens
         * @description RFC 7517. The public keys that verify the signatures of id_tokens. A new key
         * is here a day before it signs, and the previous one as long as its id_tokens are valid.
         *
         *     Auth: none.
         */
        get: operations["getSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get authorization server metadata
         * @description RFC 8414. The URL is the issuer followed by this path. Without a custom
         * domain name, the issuer ends with the stage of the API. Clients that put the well-known
         * path before the stage get a 404, and must be given the URL.
         *
         *     Auth: none.
         */
        get: operations["getAuthorizationServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of this host
         * @description RFC 9728. The diary host and that of the MCP endpoint have the same path.
         *
         *     Auth: none.
         */
        get: operations["getHostMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth-protected-resource/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of a protected resource
         * @description RFC 9728. Each 401 of a host names this URL in its challenge, as
         * `resource_metadata`: with `main`, `diary` or `mcp`.
         *
         *     Auth: none.
         */
        get: operations["getProtectedResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/access_token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get or refresh an access token
         * @description The application authenticates with client_id and client_secret, in the body
         * or with HTTP Basic. A public application sends only its client_id. Refresh tokens rotate:
         * every use returns a new refresh token. The previous token works until the new token is
         * used, for at most 24 hours, or 60 seconds for a public application. A code for the scope
         * `openid` is exchanged for an id_token, too.
         *
         *     Auth: none.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/connection/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an application's access
         * @description Revokes all grants of the token's user to the token's application. Its
         * tokens, including this one, stop working within 60 seconds. Repeating the request within
         * that time returns 204 again. Users revoke other applications on their account page.
         *
         *     Auth: user token.
         */
        delete: operations["revokeAccess"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/introspect/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect a token
         * @description RFC 7662. The application authenticates as at the token endpoint. The tokens
         * of other applications are reported as inactive.
         *
         *     Auth: none.
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/revoke/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description RFC 7009. The application authenticates as at the token endpoint. Revoking
         * an access or refresh token revokes the whole grant with all its tokens. An unknown token,
         * or a token of another application, also returns 200 and changes nothing. A personal
         * access token is an error: its user revokes it on the account page.
         *
         *     Auth: none.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the OpenID Connect configuration
         * @description OpenID Connect Discovery 1.0. The URL is the issuer followed by this path.
         * The document is the same as the authorization server metadata.
         *
         *     Auth: none.
         */
        get: operations["getOpenidConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openid/userinfo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user
         * @description OpenID Connect Core 1.0 section 5.3. The access token must have the scope
         * `openid`; `profile` and `email` add claims. A POST without a body does the same.
         *
         *     Auth: user token with `openid`.
         */
        get: operations["getUserinfo"];
        put?: never;
        /**
         * Get the signed-in user
         * @description The same as GET, for libraries that send a POST. The access token is in the
         * header.
         *
         *     Auth: user token with `openid`.
         */
        post: operations["postUserinfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remoteconnection/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the remote connections of the user
         * @description The active connections, oldest first.
         *
         *     Auth: user token with `connections.read`.
         */
        get: operations["listRemoteConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remoteconnection/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a remote connection
         * @description Auth: user token with `connections.read`.
         */
        get: operations["getRemoteConnection"];
        put?: never;
        post?: never;
        /**
         * Revoke a remote connection
         * @description Deletes the connection at once, which ends its imports. Its provider tokens
         * are revoked at the provider asynchronously, with retries. The imported diary entries and
         * measurements stay unless `delete_entries` is `true`, which needs the scope `diary.write`
         * as well, or the terms of the provider require that they are deleted (Strava). Entries
         * that the user has edited stay in any case. Repeating the request returns 404.
         *
         *     Auth: user token with `connections.write`.
         */
        delete: operations["deleteRemoteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remoteconnection/{id}/sync/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import new workouts now
         * @description Starts an import in the background, which also takes place regularly without
         * a request. `last_sync_time` of the connection changes when the import is complete. An
         * import can be requested every 60 seconds.
         *
         *     Auth: user token with `connections.write`.
         */
        post: operations["syncRemoteConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remoteconnectiontype/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the remote connection types
         * @description The types that can be connected. Retired types are not listed, but can be
         * read by id.
         *
         *     Auth: any token.
         */
        get: operations["listRemoteConnectionTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/remoteconnectiontype/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a remote connection type
         * @description Auth: any token.
         */
        get: operations["getRemoteConnectionType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description The id of the user who granted the token, or `self`. For a token of an
         * application, the user is its service principal.
         *
         *     Auth: any token with `profile.read`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/{id}/export/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exports of the user
         * @description The exports that applications and scripts have started in the last 7 days,
         * newest first. Those of the account page, which have everything, are not listed.
         *
         *     Auth: user token with `read`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export what the token can read
         * @description Starts to write a ZIP archive in the background with what the token can
         * read, and no more: JSON documents, the diary as CSV, and a README that explains every
         * field. Only exports that the user starts in the account have everything, with images and
         * imported files. The README is in the language that the user has chosen, or else that of
         * `Accept-Language`. Get the export until it is done; it then has a download link that
         * works for 24 hours, or until the access of the token is revoked. If there is too much
         * data for one archive, there are several with a link each. One export can run at a time.
         * In 24 hours, 3 can be started, 2 of them by applications and scripts.
         *
         *     Auth: user token with `read`.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/{id}/export/{export_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description The state, and the download link while the link works. An export is kept for
         * 7 days. Its archive can be downloaded for 24 hours, as long as the access that asked for
         * it is not revoked.
         *
         *     Auth: user token with `read`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of the application
         * @description Sorted by creation date.
         *
         *     Auth: application token.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends a `webhook.challenge` to the URL. The receiver must return its
         * `data.challenge` within 15 seconds, as `{"challenge": "..."}`. The response has the
         * secret that signs deliveries, which cannot be read again. An application can have 5
         * webhooks, and ask for 100 challenges a day. The address of a webhook that the operator
         * has disabled takes no other one, whatever its query.
         *
         *     Auth: application token.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Auth: application token.
         */
        get: operations["getWebhook"];
        /**
         * Update, disable or enable a webhook
         * @description Updates the fields that are sent. A new URL must return a challenge, as a
         * new webhook must. Enabling a webhook sends the events since the first failure, or since
         * it was disabled, of at most 30 days. What the operator has disabled, only the operator
         * enables.
         *
         *     Auth: application token.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing more is sent to it, nor what waits for another try. What the
         * operator has disabled stays.
         *
         *     Auth: application token.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}/delivery/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description First those that wait for another try, then those of the last 7 days, newest
         * first. A new delivery can take a second to be listed.
         *
         *     Auth: application token.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery, or all events since a time, again
         * @description The events are sent in the background, each with the `webhook-id` that it
         * had. Those since a time can be requested once a minute.
         *
         *     Auth: application token.
         */
        post: operations["resendWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{id}/secret/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Returns a new secret, which cannot be read again. For 24 hours, deliveries
         * have a signature by each of the two secrets. An older secret signs no more.
         *
         *     Auth: application token.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A change of the data of a user
         * @description Sent for the types that the webhook selects, if the application may see the
         * change when it is sent. It can arrive more than once, and later than a newer one.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    notice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The end of the access to a user
         * @description Nothing about the user is sent afterwards.
         */
        post: operations["receiveNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    challenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove control of an address
         * @description Sent when a webhook is created, or when its address changes. The receiver
         * returns the text of the challenge.
         */
        post: operations["receiveChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedPush: {
            /** @description How many files are read later. */
            accepted: number;
            /** @description Zero: the page of the inbox tells what became of the files. */
            stored: number;
            /** @description How many workouts and values of the other files were there before. */
            unchanged: number;
            /** @description How many files, workouts and values are not kept. */
            ignored: number;
            /** @description How many values and workouts the message has deleted, if any. */
            deleted?: number;
        };
        /** @description A kind of activity. The types form trees. */
        ActivityType: {
            /**
             * @description The display name.
             * @example Road ride
             */
            name: string;
            /**
             * @description A short name, or null.
             * @example road
             */
            short_name: string | null;
            /**
             * Format: double
             * @description Standard METs: energy expenditure as a multiple of resting.
             * @example 8
             */
            mets: number;
            /** @description METs by speed, ascending. Empty if they do not depend on speed. */
            mets_speed: {
                /**
                 * @description METs at this speed, as a decimal number.
                 * @example 5.8
                 */
                mets: string;
                /**
                 * Format: double
                 * @description Meters per second.
                 * @example 4.20218
                 */
                speed: number;
            }[];
            /**
             * @description Whether a GPS location can be recorded.
             * @example true
             */
            location_aware: boolean;
            /**
             * @description Whether only imported workouts can have this type.
             * @example false
             */
            import_only: boolean;
            /**
             * @description Whether it has child types.
             * @example true
             */
            has_children: boolean;
            /**
             * @description Phrases for sentences. {user.name} is the placeholder for the name of
             * the person.
             */
            template: {
                /**
                 * @description What a person did.
                 * @example {user.name} rode on the road
                 */
                user_action_past: string;
                /**
                 * @description What a person is doing.
                 * @example {user.name} is riding on the road
                 */
                user_action_present: string;
                /**
                 * @description The plural noun with "are".
                 * @example Road rides are
                 */
                activities_are: string | null;
                /**
                 * @description Same as activities_are.
                 * @example Road rides are
                 */
                plural_activity_is: string | null;
            };
            _links: {
                self: components["schemas"]["ItemLink"][];
                /**
                 * @description The parent type. Absent on a root.
                 * @example [
                 *       {
                 *         "href": "/v7.1/activity_type/51/",
                 *         "id": "51"
                 *       }
                 *     ]
                 */
                parent?: components["schemas"]["ItemLink"][];
                /**
                 * @description The root of its tree. A root links to itself.
                 * @example [
                 *       {
                 *         "href": "/v7.1/activity_type/51/",
                 *         "id": "51"
                 *       }
                 *     ]
                 */
                root: components["schemas"]["ItemLink"][];
                /**
                 * @description The SVG icon of its tree.
                 * @example [
                 *       {
                 *         "href": "https://cdn.example/icons/ride.svg"
                 *       }
                 *     ]
                 */
                icon_url: components["schemas"]["Link"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        ActivityTypeList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                activity_types: components["schemas"]["ActivityType"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        AuthorizationServerMetadata: {
            /**
             * @description The issuer identifier.
             * @example https://api.example
             */
            issuer: string;
            /**
             * @description The authorization endpoint.
             * @example https://auth.example/v7.1/oauth2/authorize/
             */
            authorization_endpoint: string;
            /**
             * @description The token endpoint.
             * @example https://api.example/v7.1/oauth2/access_token/
             */
            token_endpoint: string;
            /**
             * @description The revocation endpoint (RFC 7009).
             * @example https://api.example/v7.1/oauth2/revoke/
             */
            revocation_endpoint: string;
            /**
             * @description The introspection endpoint (RFC 7662).
             * @example https://api.example/v7.1/oauth2/introspect/
             */
            introspection_endpoint: string;
            /**
             * @description The userinfo endpoint (OpenID Connect Core 1.0 section 5.3).
             * @example https://api.example/v7.1/openid/userinfo/
             */
            userinfo_endpoint: string;
            /**
             * @description The logout endpoint (OpenID Connect RP-Initiated Logout 1.0).
             * @example https://auth.example/v7.1/openid/logout/
             */
            end_session_endpoint: string;
            /**
             * @description The keys of id_tokens (RFC 7517).
             * @example https://api.example/.well-known/jwks.json
             */
            jwks_uri: string;
            /**
             * @description The documentation for developers.
             * @example https://api.example/v7.1/docs/oauth2/
             */
            service_documentation: string;
            /**
             * @description The supported scopes.
             * @example [
             *       "read",
             *       "profile.read",
             *       "diary.read",
             *       "diary.write",
             *       "data_sources.read",
             *       "data_sources.write",
             *       "connections.read",
             *       "connections.write",
             *       "images.write",
             *       "measurements.read",
             *       "measurements.write",
             *       "openid",
             *       "profile",
             *       "email"
             *     ]
             */
            scopes_supported: string[];
            /**
             * @description Only the authorization code flow.
             * @example [
             *       "code"
             *     ]
             */
            response_types_supported: string[];
            /**
             * @description Responses are sent in the query.
             * @example [
             *       "query"
             *     ]
             */
            response_modes_supported: string[];
            /**
             * @description The supported grant types.
             * @example [
             *       "authorization_code",
             *       "client_credentials",
             *       "refresh_token"
             *     ]
             */
            grant_types_supported: string[];
            /**
             * @description HTTP Basic, credentials in the body, or none for public applications.
             * @example [
             *       "client_secret_basic"
             *     ]
             */
            token_endpoint_auth_methods_supported: string[];
            /**
             * @description As at the token endpoint.
             * @example [
             *       "client_secret_basic"
             *     ]
             */
            revocation_endpoint_auth_methods_supported: string[];
            /**
             * @description HTTP Basic, or credentials in the body.
             * @example [
             *       "client_secret_basic"
             *     ]
             */
            introspection_endpoint_auth_methods_supported: string[];
            /**
             * @description PKCE (RFC 7636).
             * @example [
             *       "S256"
             *     ]
             */
            code_challenge_methods_supported: string[];
            /**
             * @description A user has the same `sub` for every application.
             * @example [
             *       "public"
             *     ]
             */
            subject_types_supported: string[];
            /**
             * @description The algorithm of the signatures of id_tokens.
             * @example [
             *       "ES256"
             *     ]
             */
            id_token_signing_alg_values_supported: string[];
            /**
             * @description The claims of id_tokens and of userinfo.
             * @example [
             *       "sub",
             *       "iss",
             *       "aud",
             *       "exp",
             *       "iat",
             *       "auth_time",
             *       "nonce",
             *       "at_hash",
             *       "name",
             *       "preferred_username",
             *       "locale",
             *       "zoneinfo",
             *       "email",
             *       "email_verified"
             *     ]
             */
            claims_supported: string[];
            /**
             * @description Scopes choose the claims.
             * @example false
             */
            claims_parameter_supported: boolean;
            /**
             * @description Parameters are sent as such, not in a signed object.
             * @example false
             */
            request_parameter_supported: boolean;
            /**
             * @description Parameters are sent as such, not by a reference.
             * @example false
             */
            request_uri_parameter_supported: boolean;
            /**
             * @description The supported values of `prompt`.
             * @example [
             *       "none",
             *       "login",
             *       "consent",
             *       "select_account"
             *     ]
             */
            prompt_values_supported: string[];
            /**
             * @description Authorization responses contain `iss` (RFC 9207).
             * @example true
             */
            authorization_response_iss_parameter_supported: boolean;
            /**
             * @description Whether the URL of a metadata document can be a client_id.
             * @example true
             */
            client_id_metadata_document_supported: boolean;
        };
        CollectionLinks: {
            self: components["schemas"]["Link"][];
            next?: components["schemas"]["Link"][];
            prev?: components["schemas"]["Link"][];
            documentation: components["schemas"]["Link"][];
        };
        CursorLinks: {
            self: components["schemas"]["Link"][];
            /** @description The next page. Absent if there is none. */
            next?: components["schemas"]["Link"][];
            documentation: components["schemas"]["Link"][];
        };
        /**
         * @description A recording device of a user: a hardware model, and the details of this
         * unit.
         */
        DataSource: {
            /**
             * @description The name that the user gave it.
             * @example My watch
             */
            name: string | null;
            /** @description Whether it can record new data. Initially true; false is final. */
            active: boolean;
            /** @description Its advertised Bluetooth name. */
            advertised_name: string | null;
            /** @description Its serial number. */
            serial_number: string | null;
            /** @description Its Bluetooth device address. */
            bluetooth_device_address: string | null;
            /** @description Its firmware version. */
            firmware_version: string | null;
            /** @description Its hardware version. */
            hardware_version: string | null;
            _links: {
                self: components["schemas"]["ItemLink"][];
                device: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
            _embedded: {
                device: components["schemas"]["EmbeddedDevice"][];
            };
        };
        /**
         * @example {
         *       "name": "My other watch"
         *     }
         * @example {
         *       "active": false
         *     }
         */
        DataSourceChangeInput: {
            /**
             * @description The name that the user gave it.
             * @example My watch
             */
            name?: string | null;
            /** @description Whether it can record new data. Initially true; false is final. */
            active?: boolean;
            /** @description Its advertised Bluetooth name. */
            advertised_name?: string | null;
            /** @description Its serial number. */
            serial_number?: string | null;
            /** @description Its Bluetooth device address. */
            bluetooth_device_address?: string | null;
            /** @description Its firmware version. */
            firmware_version?: string | null;
            /** @description Its hardware version. */
            hardware_version?: string | null;
        };
        /**
         * @example {
         *       "name": "My watch",
         *       "_embedded": {
         *         "device": [
         *           {
         *             "manufacturer": "Garmin",
         *             "model": "FR-935"
         *           }
         *         ]
         *       }
         *     }
         */
        DataSourceInput: {
            /**
             * @description The name that the user gave it.
             * @default null
             * @example My watch
             */
            name?: string | null;
            _embedded: {
                device: components["schemas"]["DeviceInput"][];
            };
        };
        DataSourceList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                data_sources: components["schemas"]["DataSource"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        /** @description The preferred data source of a user for a kind of data. */
        DataSourcePriority: {
            priority_type: components["schemas"]["PriorityType"];
            /**
             * @description When the data source became the preferred one.
             * @example 2026-11-20T09:30:00+00:00
             */
            effective_datetime_utc: string;
            _links: {
                self: components["schemas"]["ItemLink"][];
                data_source: components["schemas"]["ItemLink"][];
                device: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        /**
         * @example {
         *       "priority_type": "activity",
         *       "_links": {
         *         "data_source": [
         *           {
         *             "id": "01k9wq3d5g"
         *           }
         *         ]
         *       }
         *     }
         */
        DataSourcePriorityInput: {
            priority_type: components["schemas"]["PriorityType"];
            _links: {
                data_source: components["schemas"]["ItemReferenceInput"][];
            };
        };
        DataSourcePriorityList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                data_source_priorities: components["schemas"]["DataSourcePriority"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        /** @description A hardware model, to which data sources refer. */
        Device: {
            /**
             * @description The manufacturer's name for the model.
             * @example FR-935
             */
            model: string;
            /**
             * @description The manufacturer.
             * @example Garmin
             */
            manufacturer: string;
            /**
             * @description Manufacturer and model.
             * @example Garmin FR-935
             */
            name: string;
            /**
             * @description A description. Defaults to the id.
             * @example garmin_fr-935
             */
            description: string;
            _links: {
                self: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        /** @description A manufacturer and a model, or a link to a device. */
        DeviceInput: {
            /**
             * @description The manufacturer.
             * @example Garmin
             */
            manufacturer?: string;
            /**
             * @description The manufacturer's name for the model.
             * @example FR-935
             */
            model?: string;
            /** @description A link to an existing device, instead of manufacturer and model. */
            _links?: {
                self: components["schemas"]["ItemReferenceInput"][];
            };
        };
        /** @description The device of a data source. */
        EmbeddedDevice: {
            /**
             * @description The manufacturer's name for the model.
             * @example FR-935
             */
            model: string;
            /**
             * @description The manufacturer.
             * @example Garmin
             */
            manufacturer: string;
            /**
             * @description Manufacturer and model.
             * @example Garmin FR-935
             */
            name: string;
            /**
             * @description A description. Defaults to the id.
             * @example garmin_fr-935
             */
            description: string;
            _links: {
                self: components["schemas"]["ItemLink"][];
            };
        };
        ErrorLinks: {
            self?: components["schemas"]["Link"][];
            documentation: components["schemas"]["Link"][];
        };
        /** @description A change of the data of a user. */
        Event: {
            /** @description Its id, by which you recognize one that you have had. */
            id: string;
            /**
             * @description Its number in the log of the user. Only for a token that sees
             * everything: for others, a gap would tell that something is hidden.
             * @example 1042
             */
            sequence?: number;
            /**
             * @description The resource and what happened to it. `shown` and `hidden`: the days of
             * the diary have the entry now or not any more, because it is merged with another one.
             * @enum {string}
             */
            type:
                | "diary_entry.created"
                | "diary_entry.updated"
                | "diary_entry.deleted"
                | "diary_entry.shown"
                | "diary_entry.hidden"
                | "data_source.created"
                | "data_source.updated"
                | "data_source_priority.updated"
                | "data_source_priority.deleted"
                | "image.created"
                | "image.deleted"
                | "remote_connection.created"
                | "remote_connection.updated"
                | "remote_connection.deleted"
                | "import.created"
                | "import.updated"
                | "import.deleted"
                | "measurements.updated";
            /**
             * @description When the change was stored.
             * @example 2026-11-20T17:30:05+00:00
             */
            timestamp: string;
            /** @description What has changed. */
            resource: {
                /** @enum {string} */
                type:
                    | "diary_entry"
                    | "data_source"
                    | "data_source_priority"
                    | "image"
                    | "remote_connection"
                    | "import"
                    | "measurements";
                id: string;
            };
            /**
             * @description The day of the diary that has the entry, or had it before it was
             * deleted; of measurements the first day with a change.
             */
            date?: string;
            /** @description The last day with a change of measurements. */
            last_date?: string;
            /** @description The day from which the entry was moved. */
            previous_date?: string;
            /**
             * @description The cursor that leads to the events after it: save it when you have
             * processed the event.
             * @example w7KpQz1vYt9nE3xBdR5mJc8uLa2sHf6gTqVXo0iZyNkWbPjCrDhGeMlUS4A
             */
            cursor: string;
            _links: {
                /**
                 * @description The resource. Absent if the page says that it is deleted or hidden.
                 */
                resource?: components["schemas"]["Link"][];
            };
        };
        /**
         * @description Changes of the data of a user, in the order in which they happened. An item
         * can be there again, with the same `id`, after a request with an older cursor.
         */
        EventPage: {
            items: components["schemas"]["Event"][];
            /**
             * @description The cursor of the next request. Every response has it, also one without
             * items, where it can be later than that of the last item.
             * @example w7KpQz1vYt9nE3xBdR5mJc8uLa2sHf6gTqVXo0iZyNkWbPjCrDhGeMlUS4A
             */
            next_cursor: string;
            /**
             * @description Whether there are more events now. If not, ask again later with
             * `next_cursor`.
             */
            has_more: boolean;
            _links: components["schemas"]["CursorLinks"];
        };
        /**
         * @description A type of events, `*` for all, or all of a resource.
         * @enum {string}
         */
        EventSelector:
            | "*"
            | "diary_entry.*"
            | "data_source.*"
            | "data_source_priority.*"
            | "image.*"
            | "remote_connection.*"
            | "import.*"
            | "measurements.*"
            | "user.*"
            | "diary_entry.created"
            | "diary_entry.updated"
            | "diary_entry.deleted"
            | "diary_entry.shown"
            | "diary_entry.hidden"
            | "data_source.created"
            | "data_source.updated"
            | "data_source_priority.updated"
            | "data_source_priority.deleted"
            | "image.created"
            | "image.deleted"
            | "remote_connection.created"
            | "remote_connection.updated"
            | "remote_connection.deleted"
            | "import.created"
            | "import.updated"
            | "import.deleted"
            | "measurements.updated"
            | "user.revoked"
            | "user.erased";
        /**
         * @description A ZIP archive with what full access can read about the user, or several if
         * it would be too large. They are written in the background.
         */
        Export: {
            /**
             * @description `queued` and `running` become `done` or `failed`.
             * @enum {string}
             */
            state: "queued" | "running" | "done" | "failed";
            /** @description How many files the archives have so far. */
            files_done: number;
            /** @description How many files it will have, or null if that is unknown. */
            files_total: number | null;
            /**
             * @description Why it failed, otherwise null. `interrupted`: it was interrupted
             * repeatedly. `access_ended`: the access that asked for it has ended, may see less now,
             * or gets nothing while the user pauses the processing.
             */
            failure: ("interrupted" | "access_ended") | null;
            /**
             * @description When it was requested.
             * @example 2026-11-20T09:30:00+00:00
             */
            created_datetime: string;
            /**
             * @description When it was done, otherwise null.
             * @example 2026-11-20T09:30:00+00:00
             */
            completed_datetime: string | null;
            /** @description The size of the archives in bytes. */
            bytes: number | null;
            /**
             * @description The archives in the order of `download`, if there are several. Most
             * exports have one.
             */
            archives?: components["schemas"]["ExportArchive"][];
            /**
             * @description The providers that the person has connected, but whose workouts this
             * application may not see. The same on every day, whether or not it has such workouts.
             * Absent if there are none.
             */
            incomplete?: {
                /**
                 * @description The `type` of a remote connection type.
                 * @example strava
                 */
                remote_connection_type: string;
            }[];
            /**
             * @description When the download links end, 24 hours after `completed_datetime`.
             * @example 2026-11-20T09:30:00+00:00
             */
            expires_datetime: string | null;
            _links: {
                self: components["schemas"]["ItemLink"][];
                user: components["schemas"]["ItemLink"][];
                /**
                 * @description A link to each archive, which needs no token. Absent until the
                 * export is done, after the links have expired, and after the access that asked for
                 * the export has ended.
                 */
                download?: components["schemas"]["Link"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        /** @description An archive of an export. */
        ExportArchive: {
            /**
             * @description The name of its file.
             * @example fitness-data-2026-11-20-2.zip
             */
            file_name: string;
            /** @description Its size in bytes. */
            bytes: number;
        };
        ExportList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                export: components["schemas"]["Export"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        /** @description A difference between the content of a file and its entries. */
        FileChange: {
            /**
             * @description What was changed, as a code.
             * @example offset_corrected
             */
            code: string;
            /** @description How often, over all workouts of the file. */
            count: number;
            /**
             * @description What was changed and why, as a sentence.
             * @example Its distance from UTC cannot be that of the start, so the day comes from its
             * place or your time zone.
             */
            message: string;
        };
        /** @description An import of one or several files. It runs in the background. */
        FileImport: {
            /**
             * @description `queued` and `running` become `done` or `failed`, or `needs_answer` if a
             * table leaves open what `questions` ask. An import that is `undoing` is gone as soon
             * as it is undone. `uploading`: the parts of its file are uploaded.
             * @enum {string}
             */
            state:
                | "uploading"
                | "queued"
                | "running"
                | "needs_answer"
                | "done"
                | "failed"
                | "undoing";
            /**
             * @description Why it failed, otherwise null. `interrupted`: it was interrupted
             * repeatedly. `file_missing`: the file is gone.
             */
            failure: ("interrupted" | "file_missing") | null;
            /**
             * @description The name of the file, or `files.zip` for several files.
             * @example morning-run.fit
             */
            file_name: string;
            /** @description The size of the file in bytes. */
            bytes: number;
            /**
             * @description The name of the import.
             * @example My old watch
             */
            name: string | null;
            /**
             * @description The time zone that was sent.
             * @example Europe/Berlin
             */
            timezone: string | null;
            /**
             * @description The label that was sent.
             * @example run-2026-11-20
             */
            external_id: string | null;
            /** @description How many files were processed so far. */
            files_done: number;
            counts: components["schemas"]["ImportCounts"];
            /** @description How many entries of the diary were created. */
            entries: number;
            /** @description How many values of the body it has brought. */
            measurements: number;
            /** @description How many images it has brought, also those that others have, too. */
            images: number;
            upload?: components["schemas"]["ImportUpload"];
            /**
             * @description What its tables leave open, only while it `needs_answer`. Answer all.
             */
            questions?: components["schemas"]["ImportQuestion"][];
            /**
             * @description When an import that `needs_answer` is gone unless it is answered. Null
             * if its file is kept, and in all other states.
             * @example 2026-11-27T09:30:00+00:00
             */
            expires_datetime: string | null;
            /**
             * @description When it was requested.
             * @example 2026-11-20T09:30:00+00:00
             */
            created_datetime: string;
            /**
             * @description When it was done or failed, otherwise null.
             * @example 2026-11-20T09:30:04+00:00
             */
            completed_datetime: string | null;
            _links: {
                self: components["schemas"]["ItemLink"][];
                /** @description The next page of files, if there is one. */
                next?: components["schemas"]["Link"][];
                /** @description The previous page of files, if there is one. */
                prev?: components["schemas"]["Link"][];
                documentation: components["schemas"]["Link"][];
            };
            /** @description A page of its files, in a response about this import only. */
            _embedded?: {
                file: components["schemas"]["ImportedFile"][];
            };
        };
        FileImportList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                import: components["schemas"]["FileImport"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        /** @description An uploaded image, attached to another object. */
        Image: {
            /**
             * @description URL of the image at its original size.
             * @example https://cdn.example/images/01k9wq3d5g
             */
            uri: string;
            /**
             * @description URL of the image at another size, with placeholders for width and
             * height.
             * @example https://cdn.example/images/w_{width},h_{height}/01k9wq3d5g
             */
            template: string;
            _links: {
                self: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        /** @description What an image belongs to. */
        ImageUploadInput: {
            /**
             * @description The owner of the image: the path of an activity story, page, route or
             * workout.
             * @example /v7.1/page/1337
             */
            href: string;
            /**
             * @description `cover_photo` for a page, otherwise `attachments`.
             * @enum {string}
             */
            rel: "attachments" | "cover_photo";
            /** @description Zero-based position of this image in a series of uploads. */
            index: number;
        };
        /**
         * @description The answers to all questions of an import.
         * @example {
         *       "answers": {
         *         "q1": "kj"
         *       }
         *     }
         */
        ImportAnswersInput: {
            /**
             * @description For the `id` of each question the `choice`, as in `{"q1": "kg", "q2":
             * "day_first"}`.
             */
            answers: {
                [key: string]: string;
            };
        };
        /** @description A value of a row of a table. */
        ImportCell: {
            /**
             * @description The heading of the column.
             * @example Date
             */
            heading: string;
            /**
             * @description What the row has there.
             * @example 03/04/2026
             */
            value: string;
        };
        /** @description A possible answer. */
        ImportChoice: {
            /**
             * @description What is sent as the answer.
             * @enum {string}
             */
            choice:
                | "day_first"
                | "month_first"
                | "point"
                | "comma"
                | "kg"
                | "lb"
                | "cm"
                | "in"
                | "celsius"
                | "fahrenheit"
                | "mmol_per_l"
                | "mg_per_dl"
                | "kcal"
                | "kj";
            /**
             * @description The example, if this is the answer. About a table of measurements, only
             * with the scope `measurements.read`.
             * @example 2026-04-03
             */
            label?: string;
        };
        /** @description Files by their outcome. */
        ImportCounts: {
            /** @description Files with a new entry, or with values of the body or images. */
            imported: number;
            /** @description Files that were read again, with other values. */
            corrected: number;
            /** @description Files whose workouts were imported before. */
            duplicate: number;
            /** @description Files that are none of those that are imported. */
            skipped: number;
            /** @description Files that cannot be read. */
            failed: number;
        };
        /** @description A part of the file of an import. */
        ImportPart: {
            /** @description The number of the part, from 1. */
            number: number;
            /** @description The exact size of the part. The parts follow each other in the file. */
            bytes: number;
            /** @description Whether the part was uploaded. */
            is_uploaded: boolean;
            /**
             * @description Where the part is sent by PUT, for an hour. Null if it was uploaded, or
             * if the token has no scope `diary.write`. Get the import again for a new one.
             * @example https://files.example/part-1
             */
            url: string | null;
        };
        /**
         * @description What a table of an import leaves open, and neither its rows nor its headings
         * tell.
         */
        ImportQuestion: {
            /**
             * @description By which it is answered.
             * @example q1
             */
            id: string;
            /**
             * @description What is open.
             * @enum {string}
             */
            kind:
                | "day_order"
                | "decimal_sign"
                | "weight_unit"
                | "waist_unit"
                | "body_temperature_unit"
                | "blood_glucose_unit"
                | "energy_unit";
            /**
             * @description The first table that leaves it open, as files are named.
             * @example weight.csv
             */
            file_name: string;
            /**
             * @description How many tables with the same headings leave it open. The answer is for
             * all of them.
             * @example 1
             */
            tables: number;
            /**
             * @description The question. About a table of measurements, only with the scope
             * `measurements.read`.
             * @example Which day is 03/04/2026?
             */
            text?: string;
            /** @description The possible answers. */
            choices: components["schemas"]["ImportChoice"][];
            /** @description The first row that leaves it open, counted from 1. */
            row: number;
            /**
             * @description What this row has, at most 8. About a table of measurements, only with
             * the scope `measurements.read`.
             */
            cells?: components["schemas"]["ImportCell"][];
        };
        /**
         * @description The parts of the file, in a response about an `uploading` import only,
         * unless a form of our pages uploads it.
         */
        ImportUpload: {
            /**
             * @description The import is gone then, unless the upload is completed.
             * @example 2026-11-21T09:30:00+00:00
             */
            ends_datetime: string;
            /** @description All parts of the file. */
            parts: components["schemas"]["ImportPart"][];
        };
        /**
         * @description A large file to import, which is uploaded in parts.
         * @example {
         *       "size": 734003200,
         *       "file_name": "export.zip"
         *     }
         */
        ImportUploadInput: {
            /** @description The size of the file in bytes, at most 5 GB. */
            size: number;
            /**
             * @description The name of the file.
             * @example export.zip
             */
            file_name: string;
            /**
             * @description A name for the import.
             * @example My old watch
             */
            name?: string;
            /**
             * @description The time zone of workouts whose files state no offset. It goes before
             * their positions, except UTC, which goes after them.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description A label of the client, which is returned as it was sent.
             * @example run-2026-11-20
             */
            external_id?: string;
        };
        /** @description A file of an import. */
        ImportedFile: {
            /** @description Its number in the import, from 0. */
            number: number;
            /**
             * @description Its name, with the folders of its archive.
             * @example activities/9810274.fit.gz
             */
            file_name: string;
            /**
             * @description `imported`: it has a new entry, values of the body, or a new image.
             * `corrected`: its workouts were imported before, and an entry has other values now.
             * `duplicate`: all its workouts were imported before. `skipped`: it is none of the
             * files that are imported. `failed`: it cannot be read.
             * @enum {string}
             */
            state: "imported" | "corrected" | "duplicate" | "skipped" | "failed";
            /**
             * @description Why it was skipped or has failed, as a code. `cut_off` for an imported
             * file that was read as far as it goes. Otherwise null.
             * @example not_an_activity
             */
            reason: string | null;
            /**
             * @description The same as a sentence, otherwise null.
             * @example It has no workout, but settings or measurements of a device.
             */
            message: string | null;
            /** @description How many values of the body it has brought, if it has such. */
            measurements?: number;
            /** @description What was changed in its values, and why, if anything was. */
            changes?: components["schemas"]["FileChange"][];
            /** @description The rows of a table that were not taken, if there are such. */
            left_out?: components["schemas"]["LeftOutRows"][];
            _links: {
                /**
                 * @description The entries of the diary that it created or corrected, and that
                 * still exist. Of a file with many workouts, the first 100.
                 */
                entry?: components["schemas"]["Link"][];
                /** @description The entries that have its workouts already, and still exist. */
                duplicate_of?: components["schemas"]["Link"][];
            };
        };
        Introspection: {
            /** @description Whether the token is active. */
            active: boolean;
            /**
             * @description The scope of the token.
             * @example read
             */
            scope?: string;
            /**
             * @description The application to which the token was issued.
             * @example 01k9wq3d5g
             */
            client_id?: string;
            /**
             * @description The username.
             * @example maria
             */
            username?: string;
            /**
             * @description Present for an access token.
             * @example Bearer
             */
            token_type?: string;
            /**
             * @description When the token expires, in Unix time.
             * @example 1800184000
             */
            exp?: number;
            /**
             * @description When the token was issued, in Unix time.
             * @example 1795000000
             */
            iat?: number;
            /**
             * @description The id of the user or service principal.
             * @example 01k9wq3d5g
             */
            sub?: string;
            /**
             * @description What the token is for: the main and diary hosts, or the MCP endpoint.
             * @example [
             *       "https://api.example",
             *       "https://diary.example"
             *     ]
             */
            aud?: string[];
            /**
             * @description The issuer.
             * @example https://api.example
             */
            iss?: string;
        };
        ItemLink: {
            href: string;
            id: string;
        };
        /** @description An item, by the href or the id of its link. */
        ItemReferenceInput: {
            /** @description The href of the item's link. */
            href?: string;
            /**
             * @description The id of the item, instead of the href.
             * @example 01k9wq3d5g
             */
            id?: string;
        };
        JsonWebKey: {
            /**
             * @description The type of the key.
             * @example EC
             */
            kty: string;
            /**
             * @description The curve of the key.
             * @example P-256
             */
            crv: string;
            /** @description The x coordinate, in base64url. */
            x: string;
            /** @description The y coordinate, in base64url. */
            y: string;
            /** @description The id of the key, which the header of an id_token has. */
            kid: string;
            /**
             * @description The key signs.
             * @example sig
             */
            use: string;
            /**
             * @description The algorithm of its signatures.
             * @example ES256
             */
            alg: string;
        };
        JsonWebKeySet: {
            keys: components["schemas"]["JsonWebKey"][];
        };
        /** @description Rows of a table that were not taken. */
        LeftOutRows: {
            /** @description The first row, counted from 1. */
            first: number;
            /** @description The last row. */
            last: number;
            /**
             * @description Why, as a code.
             * @example no_date
             */
            code: string;
            /**
             * @description The same as a sentence.
             * @example No date that can be read.
             */
            message: string;
        };
        Link: {
            href: string;
        };
        OauthError: {
            error: string;
            error_description: string;
            /**
             * @description The limits that the request exceeds, by their names in
             * `RateLimit-Policy`.
             */
            violated_policies?: string[];
        };
        /** @description A value as a script sends it. */
        PlainValueInput: {
            /**
             * @description The type of the measurement.
             * @example weight
             */
            type: string;
            /**
             * Format: double
             * @description The value in the unit.
             * @example 80.1
             */
            value: number;
            /**
             * @description The unit, by any of its usual names. Defaults to that of the type.
             * @example kg
             */
            unit?: string;
            /**
             * @description When it was measured, or its day. Defaults to now.
             * @example 2026-11-20T07:10:00+01:00
             */
            time?: string;
        };
        /**
         * @description The kind of data.
         * @enum {string}
         */
        PriorityType: "activity" | "sleep";
        Problem: {
            errors: string[];
            /**
             * @description The limits that the request exceeds, by their names in
             * `RateLimit-Policy`.
             */
            violated_policies?: string[];
            /**
             * @description The codes of the errors, for programs. The guide about errors has all.
             */
            codes?: string[];
            /** @description The id of the request, by which operators find it. */
            request_id?: string;
            _links: components["schemas"]["ErrorLinks"];
        };
        ProtectedResource: {
            /**
             * @description The `resource` of authorization and token requests.
             * @example https://api.example
             */
            resource: string;
            /**
             * @description The issuer, whose metadata names the endpoints.
             * @example [
             *       "https://api.example"
             *     ]
             */
            authorization_servers: string[];
            /**
             * @description The scopes that give access here.
             * @example [
             *       "diary.read"
             *     ]
             */
            scopes_supported: string[];
            /**
             * @description Tokens are sent in the Authorization header.
             * @example [
             *       "header"
             *     ]
             */
            bearer_methods_supported: string[];
            /**
             * @description The documentation for developers.
             * @example https://api.example/v7.1/docs/
             */
            resource_documentation: string;
        };
        /** @description A connection to a user's account at a provider. */
        RemoteConnection: {
            /**
             * @description The provider's id of the connected account. For an application that may
             * not see the data of the provider, the id of the connection.
             * @example 8f2c61d0
             */
            remote_id: string;
            /**
             * @description The provider: the `type` of a remote connection type.
             * @example garmin
             */
            type: string;
            /**
             * @description When it was created.
             * @example 2026-11-20T09:30:00+00:00
             */
            created_datetime: string;
            /**
             * @description The last successful sync, or null before the first. Always null for an
             * application that may not see the data of the provider.
             * @example 2026-11-20T10:00:00+00:00
             */
            last_sync_time: string | null;
            /**
             * @description `syncing` during the first import after the account was connected, or
             * connected again. `reauthorization_required` if the provider refuses access: nothing
             * is imported until the person connects the account again.
             * @enum {string}
             */
            status: "connected" | "syncing" | "reauthorization_required";
            _links: {
                self: components["schemas"]["ItemLink"][];
                user: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        RemoteConnectionList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                remoteconnection: components["schemas"]["RemoteConnection"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        /** @description A kind of remote account that users can connect. */
        RemoteConnectionType: {
            /**
             * @description The `type` of remote connections.
             * @example garmin
             */
            type: string;
            /**
             * @description The display name.
             * @example Garmin Connect
             */
            name: string;
            /**
             * @description The key for the recorders of such accounts: the same as `type`.
             * @example garmin
             */
            recorder_type_key: string;
            /**
             * @description Heading of the introductory email.
             * @example Garmin Connect is connected
             */
            intro_copy_heading: string;
            /**
             * @description Body of the introductory email.
             * @example You have connected your Garmin Connect account.
             */
            intro_copy_body: string;
            /**
             * @description Body of the email after disconnecting.
             * @example You have disconnected your Garmin Connect account.
             */
            disconnect_copy: string;
            /**
             * @description Confirmation question before disconnecting.
             * @example Disconnect your Garmin Connect account?
             */
            disconnect_confirm: string;
            /**
             * @description Message if the user cancels.
             * @example Garmin Connect remains connected.
             */
            disconnect_cancel: string;
            /**
             * @description The path of the page that connects an account.
             * @example /v7.1/remoteconnectiontype/1/connect/
             */
            oauth_connect_link: string;
            /**
             * @description The path of the logo, as SVG.
             * @example /v7.1/remoteconnectiontype/1/logo/
             */
            logo_link: string;
            _links: {
                self: components["schemas"]["ItemLink"][];
                /**
                 * @description The device that represents the provider.
                 * @example [
                 *       {
                 *         "href": "/v7.1/device/garmin_connect/",
                 *         "id": "garmin_connect"
                 *       }
                 *     ]
                 */
                device: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        RemoteConnectionTypeList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                remoteconnectiontypes: components["schemas"]["RemoteConnectionType"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        Revocation: {
            [key: string]: unknown;
        };
        TakenPush: {
            /** @description How many values and workouts are new or changed. */
            stored: number;
            /** @description How many were there before. */
            unchanged: number;
            /** @description How many are not kept. */
            ignored: number;
            /** @description How many values and workouts the message has deleted, if any. */
            deleted?: number;
        };
        TokenReferenceInput: {
            /**
             * @description The id of the application, unless sent with HTTP Basic.
             * @example 01k9wq3d5g
             */
            client_id?: string;
            /**
             * @description The secret of the application, unless sent with HTTP Basic. A public
             * application has none.
             * @example fit_cs_8pq...
             */
            client_secret?: string;
            /**
             * @description The access token or refresh token.
             * @example fit_rt_8pq...
             */
            token: string;
            /** @description `access_token` or `refresh_token`; not needed. */
            token_type_hint?: string;
        };
        TokenRequestInput: {
            /**
             * @description `authorization_code`, `refresh_token`, or `client_credentials` for a
             * token without a user.
             * @example authorization_code
             * @enum {string}
             */
            grant_type: "authorization_code" | "client_credentials" | "refresh_token";
            /**
             * @description The id of the application, unless sent with HTTP Basic.
             * @example 01k9wq3d5g
             */
            client_id?: string;
            /**
             * @description The secret of the application, unless sent with HTTP Basic. A public
             * application has none.
             * @example fit_cs_8pq...
             */
            client_secret?: string;
            /**
             * @description For `authorization_code`: the code from the redirect_uri.
             * @example fit_ac_3kx...
             */
            code?: string;
            /**
             * @description For `authorization_code`: optional; must match the authorization
             * request.
             */
            redirect_uri?: string;
            /**
             * @description For `authorization_code`: required if the authorization request had a
             * code_challenge.
             */
            code_verifier?: string;
            /** @description For `refresh_token`: the latest refresh token. */
            refresh_token?: string;
            /**
             * @description RFC 8707: what the token is for, as in the authorization request.
             * Defaults to what that request asked for, or else to the main and diary hosts.
             */
            resource?: string;
            /**
             * @description For `client_credentials`: the requested scopes, separated by spaces. For
             * `refresh_token`: the scopes of the next access token, at most those of the grant.
             * Unknown names are ignored.
             */
            scope?: string;
        };
        TokenResponse: {
            /**
             * @description Send it as a bearer token.
             * @example fit_at_3kx...
             */
            access_token: string;
            /**
             * @description Lifetime in seconds.
             * @example 5184000
             */
            expires_in: number;
            /** @constant */
            token_type: "Bearer";
            /**
             * @description The scope of the token. The user can allow less than the application
             * asks for.
             * @example read
             */
            scope: string;
            /**
             * @description The id of the user who granted access, or of the service principal.
             * @example 01k9wq3d5g
             */
            user_id: string;
            /**
             * @description The path of that user.
             * @example /v7.1/user/01k9wq3d5g/
             */
            user_href: string;
            /**
             * @description Exchange it for new tokens.
             * @example fit_rt_8pq...
             */
            refresh_token: string;
            /**
             * @description Who has signed in (OpenID Connect Core 1.0 section 2), valid for an
             * hour. Only for a code, and only with the scope `openid`.
             */
            id_token?: string;
        };
        /**
         * @description The user of a token: a person, or the service principal of an application.
         */
        User: {
            /**
             * @description The id of the user.
             * @example 01k9wq3d5g
             */
            id: string;
            /**
             * @description A short name, which need not be unique.
             * @example maria
             */
            username: string;
            /**
             * @description The name that is shown to others.
             * @example Maria Okafor
             */
            display_name: string;
            /**
             * @description The email address, visible to the user only.
             * @example maria@example.com
             */
            email?: string;
            /**
             * @description When the user joined.
             * @example 2026-11-20T09:30:00+00:00
             */
            date_joined: string;
            /**
             * @description The language that the user reads and their region (BCP 47), if they have
             * chosen one.
             * @example en-GB
             */
            locale?: string;
            /**
             * @description The name of the IANA time zone in which the user lives.
             * @example Europe/Berlin
             */
            time_zone?: string;
            /**
             * @description The unit in which the user reads distances.
             * @enum {string}
             */
            distance_unit?: "kilometers" | "miles";
            /**
             * @description The unit in which the user reads weights.
             * @enum {string}
             */
            weight_unit?: "kilograms" | "pounds";
            /**
             * @description The unit in which the user reads energy.
             * @enum {string}
             */
            energy_unit?: "calories" | "kilojoules";
            /**
             * @description The day with which a week begins.
             * @enum {string}
             */
            first_weekday?: "monday" | "sunday" | "saturday";
            _links: {
                self: components["schemas"]["ItemLink"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        Userinfo: {
            /**
             * @description The id of the user, as in the id_token.
             * @example 01k9wq3d5g
             */
            sub: string;
            /**
             * @description With the scope `profile`.
             * @example Maria Okafor
             */
            name?: string;
            /**
             * @description With the scope `profile`. It need not be unique, and can change.
             * @example maria
             */
            preferred_username?: string;
            /**
             * @description With the scope `profile`: the language and region, if the user has
             * chosen one.
             * @example en-GB
             */
            locale?: string;
            /**
             * @description With the scope `profile`: the IANA time zone, if the user has chosen
             * one.
             * @example Europe/Berlin
             */
            zoneinfo?: string;
            /**
             * @description With the scope `email`. It can change.
             * @example maria@example.com
             */
            email?: string;
            /**
             * @description With the scope `email`: whether the user has opened a link that was sent
             * to the address.
             * @example true
             */
            email_verified?: boolean;
        };
        ValidationFailures: {
            _diagnostics: {
                /**
                 * @description The invalid fields, each with its messages. `__all__` stands for the
                 * whole request.
                 */
                validation_failures: {
                    [key: string]: string[];
                }[];
            };
            /**
             * @description The codes of the errors, for programs. The guide about errors has all.
             */
            codes?: string[];
            /** @description The id of the request, by which operators find it. */
            request_id?: string;
            _links: components["schemas"]["ErrorLinks"];
        };
        /** @description An address of an application to which events are sent. */
        Webhook: {
            /**
             * @description The https address to which events are sent. It must return a challenge
             * before it is accepted.
             * @example https://app.example/events
             */
            url: string;
            /**
             * @description The types of events that are sent.
             * @example [
             *       "diary_entry.*",
             *       "user.erased"
             *     ]
             */
            types: components["schemas"]["EventSelector"][];
            /**
             * @description `degraded`: the last deliveries failed, so one at a time is tried.
             * `disabled`: nothing is sent.
             * @enum {string}
             */
            state: "active" | "degraded" | "disabled";
            /**
             * @description Why it is disabled: by the application or the operator, because the
             * receiver responded with 410, or because deliveries failed for 5 days.
             */
            disabled_reason: ("application" | "operator" | "gone" | "failing") | null;
            /** @description When the first of the failures in a row happened. */
            failing_since: string | null;
            /**
             * @description When the webhook was created.
             * @example 2026-11-20T09:30:00+00:00
             */
            created_datetime: string;
            /** @description Until when deliveries are signed with the replaced secret as well. */
            previous_secret_expires_datetime: string | null;
            _links: {
                self: components["schemas"]["ItemLink"][];
                deliveries: components["schemas"]["Link"][];
                documentation: components["schemas"]["Link"][];
            };
        };
        /** @description A question whether the receiver wants the events of a webhook. */
        WebhookChallenge: {
            /** @constant */
            type: "webhook.challenge";
            /**
             * @description When it happened. The header `webhook-timestamp` has the time of
             * sending.
             * @example 2026-11-20T17:30:05+00:00
             */
            timestamp: string;
            data: {
                /**
                 * @description A random text.
                 * @example 7Zk0aH6mJcWm9TqYdV3uXb2LrNf8sPgE
                 */
                challenge: string;
            };
        };
        /** @description The answer of a receiver that wants the events of a webhook. */
        WebhookChallengeAnswer: {
            /**
             * @description A random text.
             * @example 7Zk0aH6mJcWm9TqYdV3uXb2LrNf8sPgE
             */
            challenge: string;
        };
        /**
         * @example {
         *       "types": [
         *         "diary_entry.created",
         *         "user.erased"
         *       ]
         *     }
         */
        WebhookChangeInput: {
            /**
             * @description The https address to which events are sent. It must return a challenge
             * before it is accepted.
             * @example https://app.example/events
             */
            url?: string;
            /**
             * @description The types of events that are sent.
             * @example [
             *       "diary_entry.*",
             *       "user.erased"
             *     ]
             */
            types?: components["schemas"]["EventSelector"][];
            /**
             * @description `disabled` stops all deliveries. `active` starts them again, from where
             * they stopped.
             * @enum {string}
             */
            state?: "active" | "disabled";
        };
        /** @description An event sent to a webhook. */
        WebhookDelivery: {
            /**
             * @description The `webhook-id` that the receiver got.
             * @example evt_4nq7_01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y
             */
            id: string;
            /**
             * @description The user.
             * @example 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y
             */
            user_id: string;
            /**
             * @description What happened.
             * @example diary_entry.created
             */
            type: string;
            /**
             * @description When it happened.
             * @example 2026-11-20T09:30:00+00:00
             */
            timestamp: string;
            /**
             * @description `failed`: no further try follows. It can be sent again.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /**
             * @description When the next try is due. Null if none is planned.
             * @example 2026-11-20T09:35:01+00:00
             */
            next_try_datetime: string | null;
            /** @description The tries until now, the oldest first. */
            tries: components["schemas"]["WebhookTry"][];
            _links: {
                webhook: components["schemas"]["ItemLink"][];
            };
        };
        WebhookDeliveryList: {
            _links: components["schemas"]["CursorLinks"];
            _embedded: {
                deliveries: components["schemas"]["WebhookDelivery"][];
            };
        };
        /** @description A change of the data of a user. It has ids and dates only. */
        WebhookEvent: {
            /**
             * @description The resource and what happened to it, as in the list of changes.
             * @enum {string}
             */
            type:
                | "diary_entry.created"
                | "diary_entry.updated"
                | "diary_entry.deleted"
                | "diary_entry.shown"
                | "diary_entry.hidden"
                | "data_source.created"
                | "data_source.updated"
                | "data_source_priority.updated"
                | "data_source_priority.deleted"
                | "image.created"
                | "image.deleted"
                | "remote_connection.created"
                | "remote_connection.updated"
                | "remote_connection.deleted"
                | "import.created"
                | "import.updated"
                | "import.deleted"
                | "measurements.updated";
            /**
             * @description When it happened. The header `webhook-timestamp` has the time of
             * sending.
             * @example 2026-11-20T17:30:05+00:00
             */
            timestamp: string;
            data: {
                /**
                 * @description The id of the user, as in the response of the token endpoint.
                 * @example 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y
                 */
                user_id: string;
                /** @description The id of the event in the list of changes. */
                event_id: string;
                /** @description What has changed. Get it to have its data. */
                resource: {
                    /** @enum {string} */
                    type:
                        | "diary_entry"
                        | "data_source"
                        | "data_source_priority"
                        | "image"
                        | "remote_connection"
                        | "import"
                        | "measurements";
                    id: string;
                };
                /** @description The day of a diary entry. */
                date?: string;
                /** @description The day from which a diary entry was moved. */
                previous_date?: string;
            };
        };
        /**
         * @example {
         *       "url": "https://app.example/events",
         *       "types": [
         *         "diary_entry.*"
         *       ]
         *     }
         */
        WebhookInput: {
            /**
             * @description The https address to which events are sent. It must return a challenge
             * before it is accepted.
             * @example https://app.example/events
             */
            url: string;
            /**
             * @description The types of events that are sent.
             * @example [
             *       "diary_entry.*",
             *       "user.erased"
             *     ]
             */
            types: components["schemas"]["EventSelector"][];
        };
        WebhookList: {
            _links: components["schemas"]["CollectionLinks"];
            _embedded: {
                webhooks: components["schemas"]["Webhook"][];
            };
            /** @description Number of items on all pages. */
            total_count: number;
        };
        /** @description The last message about a user. Delete what you have stored. */
        WebhookNotice: {
            /**
             * @description `user.revoked`: the application has no access to the data of the user
             * any more. `user.erased`: the user and all data are erased.
             * @enum {string}
             */
            type: "user.revoked" | "user.erased";
            /**
             * @description When it happened. The header `webhook-timestamp` has the time of
             * sending.
             * @example 2026-11-20T17:30:05+00:00
             */
            timestamp: string;
            data: {
                /**
                 * @description The id of the user, as in the response of the token endpoint.
                 * @example 01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y
                 */
                user_id: string;
            };
        };
        /**
         * @example {
         *       "since": "2026-11-20T09:30:00Z"
         *     }
         */
        WebhookResendingInput: {
            /**
             * @description The id of a delivery, to send it again.
             * @example evt_4nq7_01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y
             */
            delivery_id?: string;
            /**
             * Format: date-time
             * @description A time, to send all events since then again that are still kept: those
             * of 30 days.
             * @example 2026-11-20T09:30:00Z
             */
            since?: string;
        };
        /** @description A try to send an event. */
        WebhookTry: {
            /**
             * @description When it ended.
             * @example 2026-11-20T09:30:01+00:00
             */
            ended_datetime: string;
            /**
             * @description How it ended. `status`: the response was not 2xx. `timeout`: it took
             * longer than 15 seconds. `forbidden`: the address is none that may be called.
             * @enum {string}
             */
            outcome:
                | "success"
                | "status"
                | "timeout"
                | "unreachable"
                | "forbidden"
                | "off"
                | "malformed";
            /**
             * @description The status of the response, if there was one.
             * @example 204
             */
            status: number | null;
            /**
             * @description How long it took, in milliseconds.
             * @example 120
             */
            duration_ms: number;
        };
        /** @description A webhook and its new secret. */
        WebhookWithSecret: {
            /**
             * @description The https address to which events are sent. It must return a challenge
             * before it is accepted.
             * @example https://app.example/events
             */
            url: string;
            /**
             * @description The types of events that are sent.
             * @example [
             *       "diary_entry.*",
             *       "user.erased"
             *     ]
             */
            types: components["schemas"]["EventSelector"][];
            /**
             * @description `degraded`: the last deliveries failed, so one at a time is tried.
             * `disabled`: nothing is sent.
             * @enum {string}
             */
            state: "active" | "degraded" | "disabled";
            /**
             * @description Why it is disabled: by the application or the operator, because the
             * receiver responded with 410, or because deliveries failed for 5 days.
             */
            disabled_reason: ("application" | "operator" | "gone" | "failing") | null;
            /** @description When the first of the failures in a row happened. */
            failing_since: string | null;
            /**
             * @description When the webhook was created.
             * @example 2026-11-20T09:30:00+00:00
             */
            created_datetime: string;
            /** @description Until when deliveries are signed with the replaced secret as well. */
            previous_secret_expires_datetime: string | null;
            _links: {
                self: components["schemas"]["ItemLink"][];
                deliveries: components["schemas"]["Link"][];
                documentation: components["schemas"]["Link"][];
            };
            /**
             * @description The secret that signs deliveries. It cannot be read again.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0m2VqUXp3bY=
             */
            secret: string;
        };
    };
    responses: {
        /** @description internal server error; try again */
        BadGateway: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description {field} {what it must be}
         *
         *     invalid request; check the address, headers and body
         *
         *     a request body is required
         *
         *     the request body {reason}
         *
         *     {name} {reason}
         */
        BadRequest: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["ValidationFailures"]
                    | components["schemas"]["Problem"];
            };
        };
        /**
         * @description the import has no open question, and was not answered like this before
         *
         *     upload these parts first: {numbers}
         *
         *     a part was uploaded again meanwhile; complete the upload again
         *
         *     a form of the account uploads the file; its page starts the import
         *
         *     another export is running; wait until it is done
         *
         *     the application has a webhook with this url and these types
         *
         * the operator has disabled the webhook at this address, so only the operator can change it
         */
        Conflict: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description restricted: the user has paused the processing of their data; nothing is
         * read or written until they resume it
         *
         *     access denied
         *
         *     this endpoint requires a user token
         *
         *     the access token must have the scope {scope}
         *
         *     the account is disabled, or its user has asked for its deletion
         *
         *     the user has not agreed to the storage of data of the body
         *
         * the application may not see the entries of this connection, and so cannot delete them;
         * the user can do so in the account
         *
         *     this endpoint requires a token of the application, from the client credentials grant
         */
        Forbidden: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description the request timed out; try again in a moment */
        GatewayTimeout: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description the cursor has expired: read everything anew, and follow the changes from
         * cursor=now
         */
        Gone: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description internal server error; try again */
        InternalServerError: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description method not allowed; allowed: {methods} */
        MethodNotAllowed: {
            headers: {
                /** @description The methods of this path. */
                Allow?: string;
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description not found; see the documentation for all paths, to which / redirects
         *
         *     {kind} {id} could not be found.
         *
         *     no inbox has this secret: it is incomplete, or its inbox is revoked
         */
        NotFound: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description internal server error; try again */
        OauthBadGateway: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /**
         * @description invalid request; check the address, headers and body
         *
         *     {field} {what it must be}
         *
         *     a request body is required
         *
         *     the request body {reason}
         *
         *     {subject} is too large: {size} bytes; the limit is {limit}{hint}
         *
         *     the Content-Type must be {expected}
         *
         *     {reason}
         *
         *     this client is not authorized to use the {grant} grant
         *
         *     grant_type must be one of {supported}
         *
         *     a personal access token is revoked by its user, on the account page “Access tokens”
         */
        OauthBadRequest: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["ValidationFailures"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description access denied */
        OauthForbidden: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description the request timed out; try again in a moment */
        OauthGatewayTimeout: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description internal server error; try again */
        OauthInternalServerError: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description method not allowed; allowed: {methods} */
        OauthMethodNotAllowed: {
            headers: {
                /** @description The methods of this path. */
                Allow?: string;
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /**
         * @description not found; see the documentation for all paths, to which / redirects
         *
         *     {kind} {id} could not be found.
         */
        OauthNotFound: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description the request is too large */
        OauthPayloadTooLarge: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description the service is temporarily unavailable; try again in a moment */
        OauthServiceUnavailable: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /**
         * @description too many requests; try again later
         *
         *     too many requests: the limit {policies} is used up; try again in {seconds} seconds
         *
         *     too many failed attempts; try again in {seconds} seconds
         */
        OauthTooManyRequests: {
            headers: {
                /** @description Seconds until the next request can succeed. */
                "Retry-After"?: number;
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description client authentication failed: {reason} */
        OauthUnauthorized: {
            headers: {
                /** @description The challenge (RFC 6750 section 3). */
                "WWW-Authenticate"?: string;
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /** @description unsupported Content-Type or Content-Encoding */
        OauthUnsupportedMediaType: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json":
                    | components["schemas"]["OauthError"]
                    | components["schemas"]["Problem"];
            };
        };
        /**
         * @description the request is too large
         *
         *     {subject} is too large: {size} bytes; the limit is {limit}{hint}
         */
        PayloadTooLarge: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description the service is temporarily unavailable; try again in a moment */
        ServiceUnavailable: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description too many requests; try again later
         *
         *     too many requests: the limit {policies} is used up; try again in {seconds} seconds
         *
         *     too many images in a day; try again in {seconds} seconds
         *
         *     too many imports are running; wait until one is done, or undo one
         *
         * too many imports in a day; send many files in one archive, or try again in {seconds}
         * seconds
         *
         * too many uploads that are not completed; complete or delete one, or try again in
         * {seconds} seconds
         *
         *     this can be requested once every {seconds} seconds; try again later
         *
         *     too many exports in a day; try again in {seconds} seconds
         */
        TooManyRequests: {
            headers: {
                /** @description Seconds until the next request can succeed. */
                "Retry-After"?: number;
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description send an access token as Authorization: Bearer TOKEN
         *
         *     the access token {reason}
         *
         *     send the secret of the inbox as Authorization: Bearer or as Api-Key
         *
         * the X-Signature is missing or wrong: enter the key for signatures of the inbox in the app
         */
        Unauthorized: {
            headers: {
                /** @description The challenge (RFC 6750 section 3). */
                "WWW-Authenticate"?: string;
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description this Idempotency-Key was used with a different body; send that body again or
         * use a new key
         */
        UnprocessableEntity: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description unsupported Content-Type or Content-Encoding
         *
         *     the Content-Type must be {expected}
         *
         *     the part {part} must be a JPEG, PNG, WebP or GIF image{hint}
         */
        UnsupportedMediaType: {
            headers: {
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The limits of the caller: the requests (`q`) of each window of so many
         * seconds (`w`), as in `"15min";q=200;w=900`. Those with `pk` are of the user, the others
         * of the application.
         */
        RateLimitPolicy: string;
        /**
         * @description The requests that are left (`r`) of the limit that is reached first, and the
         * seconds until all are there again (`t`), as in `"15min";r=137;t=412`.
         */
        RateLimit: string;
        /**
         * @description The members of the body that the service does not know and has not stored,
         * and those of which it has read the last of several, as JSON pointers: `"/items/0/carbs"`.
         * After ten follows the number of the others.
         */
        IgnoredMembers: string;
        /**
         * @description The query parameters that the service does not know and has ignored:
         * `"actve"`. After ten follows the number of the others.
         */
        IgnoredParameters: string;
        /** @description What the service has done of `Prefer`: `handling=strict`. */
        PreferenceApplied: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listActivityTypes: {
        parameters: {
            query?: {
                /**
                 * @description Maximum items on a page. Values above 40 count as 40. Without limit
                 * and offset, all items are returned.
                 */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity types, or one page of them. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityTypeList"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getActivityType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity type. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityType"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description The `next_cursor` of an earlier response, to get what has changed
                 * since, or `now` to get only what changes from now on.
                 */
                cursor?: string;
                /**
                 * @description Maximum number of items. A page can have fewer, even if there are
                 * more.
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next events. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            410: components["responses"]["Gone"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listDataSources: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
                /** @description The id or href of a device, to list its data sources only. */
                device?: string;
                /** @description False lists the data sources that were deactivated. */
                active?: boolean;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSourceList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createDataSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters, unique for each request and the same for its
                 * retries. Stored for 7 days per user and client. A retry returns the same
                 * response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse with
                 * a different body is an error, for some endpoints even if the first request
                 * failed. Send a new key then.
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSourceInput"];
            };
        };
        responses: {
            /** @description The new data source. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /**
                     * @description Present if the service repeats the response to an earlier
                     * request.
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDataSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data source. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateDataSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSourceChangeInput"];
            };
        };
        responses: {
            /** @description The updated data source. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listDataSourcePriorities: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSourcePriorityList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createDataSourcePriority: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSourcePriorityInput"];
            };
        };
        responses: {
            /** @description The data source is already preferred; nothing changed. */
            200: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSourcePriority"];
                };
            };
            /** @description The new priority. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSourcePriority"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDataSourcePriority: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The priority. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataSourcePriority"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters, unique for each request and the same for its
                 * retries. Stored for 7 days per user and client. A retry returns the same
                 * response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse with
                 * a different body is an error, for some endpoints even if the first request
                 * failed. Send a new key then.
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    data: components["schemas"]["ImageUploadInput"];
                    /**
                     * Format: binary
                     * @description A JPEG, PNG, WebP or GIF image of at most 4 MB and 65
                     * megapixels; an animation of at most 1000 frames and 25 megapixels in total.
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description The new image. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /**
                     * @description Present if the service repeats the response to an earlier
                     * request.
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The image is deleted. Its file and all its sizes are deleted in the
             * background, usually within seconds. Copies in the CDN are served for up to a day.
             * Browsers that have shown the image can keep a copy for up to a year.
             */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters, unique for each request and the same for its
                 * retries. Stored for 7 days per user and client. A retry returns the same
                 * response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse with
                 * a different body is an error, for some endpoints even if the first request
                 * failed. Send a new key then.
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description At most 100 files of 4 MB together, with their names. */
                    file: string[];
                    /**
                     * @description A name for the import.
                     * @example My old watch
                     */
                    name?: string;
                    /**
                     * @description The time zone of workouts whose files state no offset. It goes
                     * before their positions, except UTC, which goes after them.
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                    /**
                     * @description A label of the client, which is returned as it was sent.
                     * @example run-2026-11-20
                     */
                    external_id?: string;
                };
            };
        };
        responses: {
            /** @description The new import, which is `queued`. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /**
                     * @description Present if the service repeats the response to an earlier
                     * request.
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createImportUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters, unique for each request and the same for its
                 * retries. Stored for 7 days per user and client. A retry returns the same
                 * response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse with
                 * a different body is an error, for some endpoints even if the first request
                 * failed. Send a new key then.
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportUploadInput"];
            };
        };
        responses: {
            /** @description The new import, which is `uploading`. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /**
                     * @description Present if the service repeats the response to an earlier
                     * request.
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getImport: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import is being undone. */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    answerImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAnswersInput"];
            };
        };
        responses: {
            /** @description The import, which goes on. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    completeImportUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import, which was started. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    pushToInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 4 MB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlainValueInput"];
            };
        };
        responses: {
            /** @description What became of the values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenPush"];
                };
            };
            /** @description Files are taken, and read later. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedPush"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    pushToInboxAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The secret of the inbox. */
                secret: string;
            };
            cookie?: never;
        };
        /** @description At most 4 MB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlainValueInput"];
            };
        };
        responses: {
            /** @description What became of the values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenPush"];
                };
            };
            /** @description Files are taken, and read later. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedPush"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getSigningKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OauthBadRequest"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    getAuthorizationServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OauthBadRequest"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    getHostMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OauthBadRequest"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    getProtectedResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtectedResource"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OauthBadRequest"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequestInput"];
            };
        };
        responses: {
            /** @description The tokens. */
            200: {
                headers: {
                    "Cache-Control": string;
                    Pragma: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["OauthBadRequest"];
            401: components["responses"]["OauthUnauthorized"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    revokeAccess: {
        parameters: {
            query: {
                /** @description The id of the user of the token, or `self`. */
                user_id: string;
                /** @description The id of the application of the token. */
                client_id: string;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application has no access any more. */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenReferenceInput"];
            };
        };
        responses: {
            /** @description The state of the token. */
            200: {
                headers: {
                    "Cache-Control": string;
                    Pragma: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            400: components["responses"]["OauthBadRequest"];
            401: components["responses"]["OauthUnauthorized"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenReferenceInput"];
            };
        };
        responses: {
            /** @description The token stops working within 60 seconds. */
            200: {
                headers: {
                    "Cache-Control": string;
                    Pragma: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revocation"];
                };
            };
            400: components["responses"]["OauthBadRequest"];
            401: components["responses"]["OauthUnauthorized"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    getOpenidConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationServerMetadata"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OauthBadRequest"];
            403: components["responses"]["OauthForbidden"];
            404: components["responses"]["OauthNotFound"];
            405: components["responses"]["OauthMethodNotAllowed"];
            413: components["responses"]["OauthPayloadTooLarge"];
            415: components["responses"]["OauthUnsupportedMediaType"];
            429: components["responses"]["OauthTooManyRequests"];
            500: components["responses"]["OauthInternalServerError"];
            502: components["responses"]["OauthBadGateway"];
            503: components["responses"]["OauthServiceUnavailable"];
            504: components["responses"]["OauthGatewayTimeout"];
        };
    };
    getUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims about the user. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Userinfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    postUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims about the user. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Userinfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listRemoteConnections: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConnectionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getRemoteConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remote connection. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConnection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteRemoteConnection: {
        parameters: {
            query?: {
                /**
                 * @description Whether to delete the imported measurements, and the diary entries
                 * that the user has not edited. Needs `diary.write`, and a provider whose entries
                 * the application may see. Defaults to `false`.
                 */
                delete_entries?: "true" | "false";
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remote connection is revoked. */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    syncRemoteConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import starts. */
            202: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listRemoteConnectionTypes: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConnectionTypeList"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getRemoteConnectionType: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remote connection type. */
            200: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConnectionType"];
                };
            };
            /** @description Not modified: the ETag in If-None-Match is current. */
            304: {
                headers: {
                    ETag: string;
                    "Cache-Control": string;
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters, unique for each request and the same for its
                 * retries. Stored for 7 days per user and client. A retry returns the same
                 * response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse with
                 * a different body is an error, for some endpoints even if the first request
                 * failed. Send a new key then.
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new export, which is `queued`. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /**
                     * @description Present if the service repeats the response to an earlier
                     * request.
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Number of items to skip. */
                offset?: number;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChangeInput"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted. */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum items on a page. Values above 40 count as 40. */
                limit?: number;
                /** @description Where the page begins, from the link `next` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    resendWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookResendingInput"];
            };
        };
        responses: {
            /** @description The events will be sent. */
            202: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook and its new secret. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same for all tries. */
                "webhook-id": string;
                /** @description When this try was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description Signatures of the id, the timestamp and the body (Standard Webhooks
                 * 1.0.0), separated by spaces. There are two while a secret is replaced.
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEvent"];
            };
        };
        responses: {
            /** @description The receiver has the event. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description The receiver has not taken it. It is sent again, except after 410, which
             * disables the webhook. Redirects are not followed, and a response after 15 seconds
             * does not count.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveNotice: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same for all tries. */
                "webhook-id": string;
                /** @description When this try was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description Signatures of the id, the timestamp and the body (Standard Webhooks
                 * 1.0.0), separated by spaces. There are two while a secret is replaced.
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookNotice"];
            };
        };
        responses: {
            /** @description The receiver has the event. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description The receiver has not taken it. It is sent again, except after 410, which
             * disables the webhook. Redirects are not followed, and a response after 15 seconds
             * does not count.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveChallenge: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery, the same for all tries. */
                "webhook-id": string;
                /** @description When this try was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description Signatures of the id, the timestamp and the body (Standard Webhooks
                 * 1.0.0), separated by spaces. There are two while a secret is replaced.
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChallenge"];
            };
        };
        responses: {
            /** @description The receiver wants the events. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookChallengeAnswer"];
                };
            };
            /**
             * @description The receiver has not taken it. It is sent again, except after 410, which
             * disables the webhook. Redirects are not followed, and a response after 15 seconds
             * does not count.
             */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
